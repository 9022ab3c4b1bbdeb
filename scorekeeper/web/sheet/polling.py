"""What open pages ask by themselves: has anything happened, who enters which deal, is the past still the past."""

from flask import Blueprint, Response, abort, json, jsonify, request

from scorekeeper.night.night import MOST_DEALS
from scorekeeper.phrase import Phrase, Value, say
from scorekeeper.storage.nights.home import welcomes
from scorekeeper.storage.queries.nights import (
    enter_deal,
    find_progress,
    happened_since,
    hash_at,
    hashed_texts,
    leave_deal,
)
from scorekeeper.web.access.current import NIGHT, at_night
from scorekeeper.web.core.i18n import check_words_of, speech
from scorekeeper.web.deal.views import plan_ahead

pages = Blueprint("live", __name__, url_prefix=NIGHT)

MOST = 200  # entries of the journal in one answer


def _describe_act(kind: str, who: Value, number: int) -> Phrase:
    """Return in words what somebody did about a deal."""
    return {
        "called": say("{who} called deal {number}", who=who, number=number),
        "booked": say("{who} booked deal {number}", who=who, number=number),
        "corrected": say("{who} corrected deal {number}", who=who, number=number),
        "voided": say("{who}: deal {number} doesn’t count", who=who, number=number),
        "adjusted": say("{who} booked an agreement for deal {number}", who=who, number=number),
        "undone": say("{who} took back deal {number}", who=who, number=number),
        "objected": say("{who} objects to deal {number}", who=who, number=number),
        "renamed": say("{who} changed a name", who=who),
        "titled": say("{who} changed the title", who=who),
        "stake changed": say("{who} changed the stake", who=who),
        "forgotten": say("{who} deleted names or texts", who=who),
    }[kind]


@pages.get("/now")
def now() -> Response:
    """Return how far the night is, as JSON; 304 to whom it would say nothing new (If-None-Match).

    `seq` and `head` are those of the journal's last entry, `number` is the next deal's and `role` what this phone may
    do, "host inviting" while it shows the code for the others; `entering` says who is entering which deal, and `news`
    what others did about deals after the entry `since`, both in the reader's words. `ahead` has number and key of the
    entry forms of the deals to come.
    """
    at = at_night()
    guest = at.guest
    reader = speech()
    progress = find_progress(guest.night, guest.device)
    inviting = guest.is_host and progress.number == 1 and welcomes(guest, len(at.players))[0]
    role = f"{guest.role} inviting" if inviting else guest.role  # an open sheet is shown anew when that has changed
    others = ",".join(f"{other.device}:{other.number}:{other.player}:{other.corrects}" for other in progress.others)
    answer = Response(mimetype="application/json")
    tag = f"{progress.head[:16]}-{role}-{reader.locale}-{others}"
    answer.set_etag(tag)
    if not request.if_none_match.contains_weak(tag):  # else the phone knows it already
        since = request.args.get("since", progress.seq, type=int)
        acts = happened_since(guest.night, max(0, min(since, progress.seq)), guest.device)
        entering = [
            say("{who} is correcting deal {number}", who=at.device_name(device), number=number)
            if corrects
            else say("{who} is entering deal {number}", who=at.device_name(device), number=number)
            for device, number, _, corrects in progress.others
            if corrects or number >= progress.number  # else it was booked meanwhile, and nobody corrects it
        ]
        news = [_describe_act(act.kind, at.device_name(act.device, act.seq), act.number) for act in acts]
        told = {
            "seq": progress.seq,
            "head": progress.head,
            "number": progress.number,
            "role": role,
            "entering": [reader.say(phrase) for phrase in entering],
            "ahead": plan_ahead(guest.night, at.now, at.players, reader.tag) if guest.may_write else [],
            "news": [reader.say(phrase) for phrase in news],
        }
        answer.data = json.dumps(told)
    answer.make_conditional(request)
    return answer


@pages.post("/entering")
def entering() -> Response:
    """Note that this phone is entering deal `number`, 0 for none any more, or `corrects` it; it counts for seconds."""
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
    """Return the hash of the journal's entry `seq`, of the last one if not given, with its check words, as JSON.

    Both are empty for an entry that there is not.
    """
    row = at_night().row
    seq = _read_seq(request.args.get("seq", str(row.seq)))
    found = hash_at(row.id, seq)
    return jsonify(seq=seq, hash=found, words=check_words_of(found) if found else "")


@pages.get("/chain")
def chain() -> Response:
    """Return the texts whose SHA-256 are the hashes of the next entries behind the entry `after`, one a line.

    Each begins with the hash of the entry before and its own place, so a phone can follow the chain by itself. Of names
    and free texts there are only seals in them.
    """
    texts = hashed_texts(at_night().guest.night, _read_seq(request.args.get("after", "0")), MOST)
    return Response("\n".join(texts), mimetype="text/plain")


def _read_seq(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        abort(400)
    return int(text)
