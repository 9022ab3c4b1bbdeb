#!/bin/sh
# settleup-calculator 1.0.1 (Python) settles the wrong way round: in what calculate_balances returns, a positive number is
# what somebody owes (its docstring says so), while calculate_settlements takes the positive ones for creditors. Called one
# after the other, as in the README, Anna, who has paid for three, pays the other two. expensesplit 1.0.0 has it right.
# Guess: Bernd and Clara pay Anna 10.00 each, since both functions stand in one class and their results fit together.
# It matters: number and amounts of the payments are right, and so is the sum, which is what one checks first; only who pays
# whom shows it. With the signs turned in between, the payments are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "settleup-calculator==1.0.1" "expensesplit==1.0.0"
cat > "$folder/settle.py" <<'SETTLE'
from expensesplit.calculator import calculate_balances, calculate_settlements
from settleup_calculator import SplitCalculator

NAMES = ["Anna", "Bernd", "Clara"]


def show(told, balances, payments):
    print(told, ", ".join(f"{name} {balance:+.2f}" for name, balance in balances.items()))
    for payment in payments:
        print(f"  {payment['from']} pays {payment['to']} {payment['amount']:.2f}")


balances = SplitCalculator.calculate_balances([{"paid_by": "Anna", "amount": "30.00", "participants": NAMES}])
show("settleup-calculator:", balances, SplitCalculator.calculate_settlements(balances))
turned = {name: -balance for name, balance in balances.items()}
show("with the signs turned:", turned, SplitCalculator.calculate_settlements(turned))
balances = calculate_balances(NAMES, [{"payer": "Anna", "amount": 30.00}])
show("expensesplit:", balances, calculate_settlements(balances))
SETTLE
"$folder/venv/bin/python" "$folder/settle.py" | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
settleup-calculator: Anna -20.00, Bernd +10.00, Clara +10.00
  Anna pays Bernd 10.00
  Anna pays Clara 10.00
with the signs turned: Anna +20.00, Bernd -10.00, Clara -10.00
  Bernd pays Anna 10.00
  Clara pays Anna 10.00
expensesplit: Anna +20.00, Bernd -10.00, Clara -10.00
  Clara pays Anna 10.00
  Bernd pays Anna 10.00
SEEN
diff "$folder/expected" "$folder/seen"
