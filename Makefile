# The same as python3 run.py play, test, check, bench; and make soak GAME=skirmish.
PYTHON ?= python3
GAME ?= skirmish

.PHONY: play test check bench soak

play test check bench:
	@$(PYTHON) run.py $@

soak:
	@$(PYTHON) run.py soak $(GAME)
