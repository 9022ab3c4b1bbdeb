"""Evenings at random that lend each other money: what is open is what a plain sum of the journals makes of it.

Nothing of it is lost or made on the way: by corrections, other stakes, purses, the kitty, ticks, or carrying.
"""

import json
import re
from collections import Counter
from decimal import Decimal
from random import Random
from secrets import token_hex

import pytest

from scorekeeper.storage.journal.state import standings
from scorekeeper.storage.models import database
from scorekeeper.storage.nights.manage import delete_night
from scorekeeper.storage.queries.nights import find_night
from scorekeeper.storage.transfer import prepare, take_in
from scorekeeper.storage.verify import verify_night
from tests.storage.nights import account_of
from tests.web.html import controls, values
from tests.web.phone import FIVE

ACTS, LOOK = 120, 20  # so many, and from one look at the books to the next
DONE = {"frozen", "paid", "carried", "brought", "kitty"}


_NUMBER = re.compile('name="number" value="([0-9]+)"')
TYPED = ("", "0", "1", "2", "7", "20", "31", "35", "66", "70", "71", "120", "x")


def _moves(form):
    return any(button["name"] == "move" for button in form.all("button"))


class Table:
    """What the host's phone does at random at a night and with its money; `answers` are all that came of it.

    Forms are filled in and buttons tapped as they come, so that much is booked and some refused.
    """

    def __init__(self, host, path, random):
        self.host, self.path, self.random = host, path, random
        self.answers, self.number = [], 1

    def act(self):
        if self.random.random() < 0.4:
            self.number = int(_NUMBER.findall(self._get("/enter").body)[0])
            ways = {self._enter: 6, self._agree: 3, self._correct: 2, self._seats: 2}
            ways |= {self._rules: 1, self._take_back: 1, self._settle: 1}
        else:
            ways = {self._tick: 5, self._kitty: 3, self._carry: 2, self._stake: 2, self._strike: 1, self._rows: 1}
        (way,) = self.random.choices([*ways], [*ways.values()])
        self.answers.append(way())

    def _get(self, page):
        self.answers.append(self.host.get(self.path + page))
        return self.answers[-1]

    def _enter(self):
        """Book the next deal, call it, or look at it without a script."""
        page = self._get("/enter")
        form = page.form(number="")
        said = self._fill(form)
        sent = {name: text for name, text in {**values(form), **said}.items() if name != "shown"}
        self.answers.append(self.host.post(f"{self.path}/preview", sent))
        action = self.random.choice(("booked", "booked", "called", "look"))
        return self.host.post(f"{self.path}/enter", {**values(form), **said, "action": action})

    def _agree(self):
        """Book what the table agreed on instead of the next deal: that goes on whatever is asked of one."""
        page = self._get(f"/deals/{self.number}/adjust")
        some = {"adjust-p1": "3", "adjust-p2": "-3", "note": "so"}
        return self.host.send(page, page.form(number=""), action="confirm", **some)

    def _correct(self):
        """Void or correct one of the last deals."""
        way = self.random.choice(("void", "correct"))
        page = self._get(f"/deals/{max(1, self.number - self.random.randint(1, 3))}/{way}")
        if page.status != 200:
            return page
        form = page.form(number="")
        said = self._fill(form) if way == "correct" else {}
        return self.host.send(page, form, action="confirm", **{**said, "note": "so"})

    def _seats(self):
        """Let somebody pause, come back, leave, or come to the table."""
        page = self._get("/table")
        forms = page.html.one("main").all("form", fits=_moves)
        away = [form for form in forms if form.one("button")["value"] == "return"]
        form = self.random.choice(forms + 4 * away)
        return self.host.send(page, form, move=form.one("button")["value"], name=f"Guest {len(forms)}")

    def _rules(self):
        """Agree on a house rule from one of the next deals on."""
        page = self._get("/rules")
        choices = page.form(number="").all("select")
        switch = self.random.choice(choices)
        chosen = {switch["name"]: self.random.choice(switch.all("option"))["value"]} if choices else {}
        return self.host.agree(self.path, number=str(self.number + self.random.randint(0, 2)), **chosen)

    def _take_back(self):
        page = self._get("")
        forms = page.html.all("form", "undo")
        return self.host.send(page, forms[0]) if forms else page

    def _settle(self):
        """Agree on a settlement, tick or take back a payment, let some pay as one."""
        page = self._get("/settle")
        forms = [form for form in page.html.one("main").all("form") if form["method"] == "post"]
        if not forms:
            return page
        form = self.random.choice(forms)
        button = self.random.choice(form.all("button"))
        more = {button["name"]: button["value"]} if button["name"] else {}
        if form.all("input", fits=lambda field: field["type"] == "checkbox"):
            more["players"] = ["p1", "p3"]
        return self.host.send(page, form, **more)

    def _fill(self, form):
        """Answer some of what a form asks."""
        some = {}
        for name, value, control in controls(form):
            if control.tag == "select":
                some.setdefault(name, []).extend(option["value"] for option in control.all("option"))
            elif control["inputmode"]:
                some[name] = [*TYPED]
            elif control["type"] in ("radio", "checkbox"):
                some.setdefault(name, []).append(value)
        much = self.random.choice((0.15, 0.3, 0.6))
        share = {name: 0.05 if name in ("dealer", "playing") else much for name in some}
        return {name: self.random.choice(some[name]) for name in some if self.random.random() < share[name]}

    def _post(self, page, **fields):
        return self.host.post(self.path + page, {"csrf_token": self.host.token(), "request": token_hex(16), **fields})

    def _tick(self):
        """Tick a payment or take it back, of the plan at hand or of another one."""
        page = self._get("/settle" + self.random.choice(("", "", "?by=p2")))
        due = [
            form for form in page.html.one("main").all("form") if any(name == "debtor" for name, *_ in controls(form))
        ]
        if not due:
            return page
        form, tick = self.random.choice(due), self.random.choice(("all", "none", "part"))
        return self.host.post(form["action"], {**values(form), "tick": tick, "part": self.random.choice(("0.01", "1"))})

    def _kitty(self):
        how, who = self.random.choice(("fine", "in", "out")), self.random.choice(("p1", "p2", ""))
        return self._post("/kitty", how=how, who=who, amount=self.random.choice(("1", "0.05", "3.33")))

    def _strike(self):
        return self._post("/kitty/strike", place=str(self.random.randint(1, 4)))

    def _stake(self):
        amount, number = self.random.choice(("0.10", "0.05", "1.37")), self.random.randint(1, self.number)
        return self._post("/settings", action="stake", number=str(number), amount=amount, currency="EUR")

    def _carry(self):
        """Carry what is open to another night or bring it from one; open the next one."""
        page = self._get("/carry")
        there = re.findall('name="night" value="([0-9a-f]{8})"', page.body)
        ways = ("to", "from", "next") if there else ("next",)
        return self._post("/carry", way=self.random.choice(ways), night=self.random.choice(there or [""]), next="0")

    def _rows(self):
        rows = self.random.choices(("A 71", "B 30", "-", "xx nix", "== 1 -1 0 0 0 so"), k=2)
        page = self._get("/paper")
        return self.host.send(page, page.form(number=""), "action=together", row=rows)


def plain_sums(entries):
    """What is open for everybody and the kitty, and what lies in it, added up from what each entry says."""
    opened, stakes, deals, ticks, moves, pooled = Counter(), [], {}, {}, [], {}
    for entry in entries:
        said = entry["facts"]
        match entry["kind"]:
            case "opened":
                stakes = [(1, said.get("stake", ""))]
            case "stake changed":
                stakes = [one for one in stakes if one[0] < said["number"]] + [(said["number"], said.get("stake", ""))]
            case "called" | "booked" | "corrected" | "voided" | "adjusted":
                deals.setdefault(said["number"], []).append(entry["result"].get("payoff", {}))
            case "undone":
                deals[said["number"]].pop()
            case "frozen":
                pooled = said.get("pooled", {})
            case "paid":
                ticks[said["plan"], said["debtor"], said["creditor"]] = said["amount"]
            case "carried":
                opened.subtract(said["amounts"])
            case "brought":
                opened.update(said["amounts"])
            case "kitty":
                moves.append((said["how"], said["amount"], said.get("who", "")))
            case "kitty struck":
                moves[said["place"] - 1] = ("", 0, "")
    opened.update(pooled)
    for number, stood in deals.items():
        stake = [stake for first, stake in stakes if first <= number][-1]
        worth = int(100 * Decimal(stake.split()[0])) if stake else 1
        opened.update({player: points * worth for player, points in (stood or [{}])[-1].items()})
    for (_, debtor, creditor), amount in ticks.items():
        opened.update({debtor: amount})
        opened.subtract({creditor: amount})
    for how, amount, who in moves:
        if how == "fine":
            opened.subtract({who: amount})
            opened.update({"": amount})
    lies = sum(amount * ((creditor == "") - (debtor == "")) for (_, debtor, creditor), amount in ticks.items())
    lies += sum({"in": amount, "out": -amount}.get(how, 0) for how, amount, _ in moves)
    return {player: amount for player, amount in opened.items() if amount}, lies


def look(host, night):
    """Compare what stands with the plain sums, take the night's file in as another one; return what kinds of acts."""
    file = json.loads(host.get(f"{night}/night.json").body)
    opened, lies = plain_sums(map(json.loads, file["journal"]))
    with database.connection_context():
        row = find_night(night[3:11])
        points = {player.key: player.balance for player in standings(row.id)}
        account = account_of(row.id)
        assert verify_night(row) is None
        assert {player: amount for player, amount in account.open(points).items() if amount} == opened
        assert (sum(opened.values()), row.kitty) == (0, lies)
        left = Counter(opened)
        left.subtract(account.pooled)
        plan = account.propose(points)
        left.update(plan.pooled)
        for payment in plan.payments:
            left.update({payment.debtor: payment.amount})
            left.subtract({payment.creditor: payment.amount})
        assert not any(left.values())
        copy = take_in(prepare(file, "import"))
        assert verify_night(copy) is None
        delete_night(copy)
    return {json.loads(line)["kind"] for line in file["journal"]}


@pytest.mark.parametrize("seed", [7, *(pytest.param(seed, marks=pytest.mark.at_length) for seed in range(8, 14))])
def test_money_goes_nowhere_and_comes_from_nowhere(host, seed):
    random = Random(seed)
    tables = {}
    for rules in ("herzblatt/braun", "herzblatt/muhr"):
        night = host.open_night(*FIVE, rules=rules)
        tables[night] = Table(host, night, random)
    for step in range(1, ACTS + 1):
        table = random.choice([*tables.values()])
        table.act()
        assert max(answer.status for answer in table.answers) < 500
        onward = {answer.location[:11] for answer in table.answers if answer.status == 303}
        table.answers.clear()
        tables |= {night: Table(host, night, random) for night in sorted(onward - tables.keys())}
        kinds = set() if step % LOOK else set().union(*(look(host, night) for night in tables))
    assert kinds >= DONE
