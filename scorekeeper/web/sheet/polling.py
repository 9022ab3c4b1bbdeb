"""The requests of open pages: news, deals that others are entering, and the hash chain."""

from flask import Blueprint, Response, abort, json, jsonify, request

from scorekeeper.night.night import MOST_DEALS
from scorekeeper.phrase import Phrase, Value, say
from scorekeeper.storage.nights.home import find_welcome
from scorekeeper.storage.queries.nights import (
    acts_since,
    enter_deal,
    find_progress,
    hash_at,
    hashed_texts,
    leave_deal,
    stamps_of,
)
from scorekeeper.web.access.current import NIGHT, at_night
from scorekeeper.web.core.i18n import check_words_of, speech
from scorekeeper.web.core.long_polling import wait_for_change
from scorekeeper.web.deal.views import plan_prefetches

pages = Blueprint("live", __name__, url_prefix=NIGHT)

MOST = 200  # entries of the journal in one answer


def _describe_act(kind: str, who: Value, number: int) -> Phrase:
    return {
        "called": say("{who} called deal {number}", who=who, number=number),
        "booked": say("{who} entered deal {number}", who=who, number=number),
        "corrected": say("{who} fixed deal {number}", who=who, number=number),
        "voided": say("{who}: deal {number} doesn’t count", who=who, number=number),
        "adjusted": say("{who} entered an agreement for deal {number}", who=who, number=number),
        "undone": say("{who} took back deal {number}", who=who, number=number),
        "objected": say("{who} queries deal {number}", who=who, number=number),
        "renamed": say("{who} changed a name", who=who),
        "titled": say("{who} changed the title", who=who),
        "dated": say("{who} changed the date", who=who),
        "stake changed": say("{who} changed the stake", who=who),
        "coin": say("{who} changed the smallest coin", who=who),
        "forgotten": say("{who} deleted names or texts", who=who),
    }[kind]


@pages.get("/now")
def now() -> Response:
    """Return the state of the night as JSON, or 304 if it is unchanged (If-None-Match), with `wait` after some seconds.

    `seq` and `head` are those of the journal's last entry, `number` is that of the next deal, and `role` that of this
    phone, "host inviting" while it shows the code for the others; `entering` are the players who enter deals, and
    `news` the acts of others after the entry `since`, both in the reader's language. `ahead` has number and key of the
    entry forms of the next deals.
    """
    at = at_night()
    guest = at.guest
    reader = speech()
    progress = find_progress(guest.night, guest.device)
    inviting = guest.is_host and progress.number == 1 and find_welcome(guest, len(at.players))[0]
    role = f"{guest.role} inviting" if inviting else guest.role  # open sheets are renewed when it changes
    others = ",".join(f"{other.device}:{other.number}:{other.player}:{other.corrects}" for other in progress.others)
    answer = Response(mimetype="application/json")
    tag = f"{progress.head[:16]}-{role}-{reader.locale}-{others}"
    answer.set_etag(tag)
    if request.if_none_match.contains_weak(tag):  # the phone has it already
        wait_for_change(guest.night, lambda: stamps_of([guest.night]).get(guest.night))
    else:
        since = request.args.get("since", progress.seq, type=int)
        acts = acts_since(guest.night, max(0, min(since, progress.seq)), guest.device)
        entering = [
            say("{who} is fixing deal {number}", who=at.device_name(device), number=number)
            if corrects
            else say("{who} is entering deal {number}", who=at.device_name(device), number=number)
            for device, number, _, corrects in progress.others
        ]
        news = [_describe_act(act.kind, at.device_name(act.device, act.seq), act.number) for act in acts]
        state = {
            "seq": progress.seq,
            "head": progress.head,
            "number": progress.number,
            "role": role,
            "entering": [reader.say(phrase) for phrase in entering],
            "ahead": plan_prefetches(at.rows, reader.tag) if guest.may_write else [],
            "news": [reader.say(phrase) for phrase in news],
        }
        answer.data = json.dumps(state)
    answer.make_conditional(request)
    return answer


@pages.post("/entering")
def entering() -> Response:
    """Note for some seconds that this phone is entering deal `number` (0 for none), or `corrects` it."""
    guest = at_night().guest
    number = request.form.get("number", -1, type=int)
    if not 0 <= number <= MOST_DEALS:
        abort(400)
    if number:
        enter_deal(guest.night, guest.device, number, "corrects" in request.args)
    else:
        leave_deal(guest.night, guest.device)
    return Response(status=204)


@pages.get("/head")
def head() -> Response:
    """Return the hash and check words of the journal's entry `seq`, by default the last, as JSON.

    Both are empty for an unknown entry.
    """
    row = at_night().row
    seq = _read_seq(request.args.get("seq", str(row.seq)))
    found = hash_at(row.id, seq)
    return jsonify(seq=seq, hash=found, words=check_words_of(found) if found else "")


@pages.get("/chain")
def chain() -> Response:
    """Return the hashed texts (SHA-256) of the entries after the entry `after`, one a line.

    Each begins with the hash of the previous entry and its own number, so that a phone can verify the chain. They have
    only seals of names and free texts.
    """
    texts = hashed_texts(at_night().guest.night, _read_seq(request.args.get("after", "0")), MOST)
    return Response("\n".join(texts), mimetype="text/plain")


def _read_seq(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        abort(400)
    return int(text)
