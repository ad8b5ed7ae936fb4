"""The computer player: `staff.py` answers, `plans.py` weighs activations, `appraisal.py` estimates."""
