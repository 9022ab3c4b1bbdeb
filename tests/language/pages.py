"""Every page of the application, as one reader after the other sees them."""

import re
from html import unescape
from urllib.parse import urlsplit

from scorekeeper.storage.access.devices import link_token
from scorekeeper.storage.models import database
from scorekeeper.storage.transfer import prepare, take_in

# In capitals, so that they are told from words.
PLAYERS = ["ANNA", "BERND", "CLARA", "DAVID"]
AGREED = {"adjust": {"ANNA": 4, "BERND": -4}, "reason": "AGREED"}
VOID = {"void": True, "reason": "MISDEALT"}
NIGHTS = (
    {
        "game": "herzblatt",
        "rules": "muhr",
        "players": PLAYERS,
        "stake": "0.10 EUR",
        "date": "2026-11-21",
        "house": {"overtrump": "always", "contra_scope": "only_speaker"},
        "deals": [
            {"soloist": "ANNA", "announced": "66", "points": 25, "contra": "BERND", "ree": True},
            {"soloist": "BERND", "announced": "du", "all_tricks": True},
            {"soloist": "BERND", "announced": "du", "points": 90, "play": {"tricks": ["AC 7H 9C _", "KH AC"]}},
            {"passed": True},
            {"house": {"combine": "add"}, "soloist": "CLARA", "points": 95, "contra": "DAVID"},
            AGREED,
            VOID,
        ],
    },
    {
        "game": "solo",
        "rules": "braun",
        "players": PLAYERS[:3],
        "house": {"all_pass": "last_trick", "suit_factors": [1, 2, 3, 4]},
        "deals": [
            {"soloist": "ANNA", "suit": "C", "points": 25},
            {"soloist": "BERND", "suit": "D", "points": 80},
            {"passed": True, "last_trick": "BERND"},
        ],
    },
    {
        "game": "herzeln",
        "rules": "piatnik",
        "players": PLAYERS[:3],
        "stake": "0.05 EUR",
        "deals": [
            {"hearts": {"ANNA": "A 9", "BERND": "10 K Q", "CLARA": "J"}},
            {"tricks": {"ANNA": 3, "BERND": 4, "CLARA": 1}},
            {"tricks": {"ANNA": 2, "BERND": 2, "CLARA": 4}},
            {"queens": {"ANNA": 1, "BERND": 0, "CLARA": 3}},
            {"king": "ANNA"},
            {"last": "ANNA"},
            {"passed": True},
            {"out": ["CLARA", "ANNA", "BERND"], "play": {"layoff": ["BERND JH", "CLARA QC", "ANNA AS"]}},
            {"points": {"ANNA": -12, "BERND": -17, "CLARA": -2}},
        ],
    },
    {
        "game": "husarln",
        "rules": "bamberger1",
        "players": PLAYERS,
        "house": {"contra": "game_and_announcements", "loss_factor": 2, "view": "sheet"},
        "deals": [
            {
                "declarer": "ANNA",
                "contract": "Z2",
                "points": "36 1/3",
                "contra": 2,
                "bonuses": [
                    {"player": "ANNA", "bonus": "pagat", "announced": True, "made": False, "contra": 1},
                    {"player": "ANNA", "bonus": "kings"},
                    {"player": "BERND", "bonus": "uhu", "announced": True},
                ],
            },
            {
                "declarer": "BERND",
                "contract": "Solo",
                "points": 20,
                "bonuses": [{"player": "CLARA", "bonus": "trull"}],
                "play": {"hands": {"CLARA": "AH KD T1"}, "tricks": ["QH T1", "QD T2 T3"]},
            },
            {"passed": True},
        ],
    },
)


class Site:
    """An application with a night of each game, and a phone that may write in all of them."""

    def __init__(self, app):
        self.app = app
        self.app.config["WTF_CSRF_ENABLED"] = False
        self.app.testing = True
        with database.connection_context():
            self.nights = [take_in(prepare(night, "PHONE")) for night in NIGHTS]
        self.phone = self.app.test_client()
        self.onlooker = self.app.test_client()
        for night in self.nights:
            self._join(self.phone, night, "host")
        self._join(self.onlooker, self.nights[0], "onlooker")
        self._correct()
        # The group of a night whose season is closed, and that of another, whose season goes on.
        for night in self.nights[1::-1]:
            opened = self._post(
                f"/n/{night.slug}/round", action="new", name="GROUP", request=f"request-of-{night.slug}"
            )
            assert opened.status_code == 303
            if night is self.nights[1]:
                closed = self._post(f"{opened.location}/seasons", action="close", name="SEASON", number=1)
                assert closed.status_code == 303
        # A second night of that group, with which the first is settled together.
        joined = self._post(f"/n/{self.nights[2].slug}/round", action="into", round=opened.location[-8:])
        assert joined.status_code == 303

    def _join(self, phone, night, role):
        token = link_token(night, role, self.app.secret_key)
        assert phone.post(f"/j/{night.slug}/{token}", data={"who": "p1"}).status_code == 303

    def _correct(self):
        """Give the first night a correction and a called deal."""
        slug = self.nights[0].slug
        answers = {"soloist": "p1", "announced": "66", "points": "70", "note": "COUNTED AGAIN"}
        corrected = self._post(f"/n/{slug}/deals/1/correct", action="confirm", based_on=1, number=1, **answers)
        assert corrected.status_code == 303
        number = len(NIGHTS[0]["deals"]) + 1
        called = self._post(f"/n/{slug}/enter", action="called", number=number, soloist="p1", announced="66")
        assert called.status_code == 303

    def _post(self, path, **form):
        return self.phone.post(path, data={"request": f"request-of-{form['action']}"} | form)

    def close(self):
        database.obj.close_all()

    def walk(self, wished):
        """Return every page that a link leads to, and those that only forms show, by address, read in a language."""
        for phone in (self.phone, self.onlooker):
            phone.environ_base["HTTP_ACCEPT_LANGUAGE"] = wished
        return self.follow(self.phone) | self._fill() | self._err()

    def follow(self, phone):
        """Return every page that a link leads to on this phone, by address."""
        pages, waiting = {}, ["/"]
        while waiting:
            path = waiting.pop()
            answer = phone.get(path, follow_redirects=True)
            assert answer.status_code == 200, path
            pages[path] = answer.text
            links = {unescape(link).partition("#")[0] for link in re.findall(r'href="([^"]+)"', answer.text)}
            waiting += filter(wanted, links - pages.keys() - {"", *waiting})
        return pages

    def _fill(self):
        """Return the pages that answer a form; none of these books anything."""
        herzblatt, solo, herzeln, husarln = (f"/n/{night.slug}" for night in self.nights)
        filled = {}
        forms = [
            ("/nights/new/herzblatt/muhr", {"players-0": "ANNA", "players-1": "ANNA"}, 422),
            ("/nights/new/herzblatt/braun", {"players-0": "ANNA"}, 422),
            ("/nights/new/solo/braun", {"players-0": "ANNA", "players-1": "BERND", "amount": "-1"}, 422),
            (f"{herzblatt}/preview", {"number": 8, "based_on": 1, "soloist": "p1", "points": "30"}, 200),
            (f"{herzblatt}/preview", {"number": 8, "based_on": 1, "soloist": "p1", "points": "130"}, 200),
            (f"{herzblatt}/preview", {"number": 1, "soloist": "p1", "kind": "corrected"}, 409),
            (f"{solo}/preview", {"number": 4, "soloist": "p1", "suit": "C", "points": "30"}, 200),
            (f"{solo}/preview", {"number": 4, "passed": "yes"}, 200),
            (f"{herzeln}/preview", {"number": 10, "tricks.p1": "3", "tricks.p2": "3"}, 200),
            (f"{herzeln}/preview", {"number": 10, "tricks.p1": "9"}, 200),
            (f"{husarln}/preview", {"number": 4, "declarer": "p1", "contract": "Solo"}, 200),
            (
                f"{herzblatt}/enter",
                {"number": 8, "based_on": 1, "action": "booked", "soloist": "p1", "request": "request-1"},
                422,
            ),
            (f"{herzblatt}/enter", {"number": 1, "action": "booked", "soloist": "p1", "points": "70"}, 409),
            (f"{herzblatt}/deals/1/correct", {"action": "look", "based_on": 2, "soloist": "p2", "points": "20"}, 200),
            (f"{herzblatt}/deals/1/correct", {"action": "look", "based_on": 1, "soloist": "p2", "points": "20"}, 409),
            (f"{herzblatt}/deals/2/adjust", {"action": "look", "based_on": 1, "adjust-p1": "5"}, 422),
            (f"{herzblatt}/table", {"move": "pause", "player": "P9"}, 422),
            (f"{herzblatt}/table", {"move": "join", "name": "ANNA", "place": "1"}, 422),
            (f"{herzblatt}/rules", {"number": "1"}, 422),
            (f"{herzblatt}/rules", {"number": "X"}, 422),
        ]
        for path, form, status in forms:
            answer = self.phone.post(path, data={"request": "request-of-a-form", **form}, follow_redirects=True)
            assert answer.status_code == status, (path, form, answer.text)
            filled[f"{path} {form}"] = answer.text
        return filled

    def _err(self):
        night = self.nights[0].slug
        answers = {
            400: self.phone.post(f"/n/{night}/enter", data={"action": "booked"}),
            403: self.onlooker.get(f"/n/{night}/enter"),
            404: self.onlooker.get(f"/n/{self.nights[1].slug}"),
            405: self.phone.get("/language"),
            413: self.phone.post("/nights/new/solo/braun", data={"title": "x" * 300_000}),
        }
        assert {status: answer.status_code for status, answer in answers.items()} == {code: code for code in answers}
        return {str(status): answer.text for status, answer in answers.items()} | {
            f"onlooker {page}": self.onlooker.get(f"/n/{night}{page}").text
            for page in ("", "/share", "/settle", "/deals/1")
        }


# Not to a file or through a door, nor to what says the same for each deal: how it is voided or replaced, and the way
# back from the rules.
UNWANTED = re.compile(
    r"data:|/static/|/jr?/|/[nr]/[^/]+/(?:night|rules|seasons?|statement|kitty|members|picture)\."
    r"|/n/[^/]+/deals/(?:[3-9]|\d\d)/(?:void|adjust)|/n/[^/]+/rules/sheet\?deal=(?:[2-9]|\d\d)"
)


def wanted(link):
    """Whether a link leads to a page of words of this host that is worth reading."""
    return not urlsplit(link).netloc and not UNWANTED.match(link)
