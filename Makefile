# The same as python3 run.py play, test, check, bench, screens; and make soak GAME=skirmish.
PYTHON ?= python3
GAME ?= skirmish

.PHONY: play test check bench screens soak

play test check bench screens:
	@$(PYTHON) run.py $@

soak:
	@$(PYTHON) run.py soak $(GAME)
