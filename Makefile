# The same as python3 run.py play, test, check, bench.
PYTHON ?= python3

.PHONY: play test check bench

play test check bench:
	@$(PYTHON) run.py $@
