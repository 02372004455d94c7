"""Lists the legal moves, and plays none."""

from tests.zoo.base import Json, requests, say, well_behaved

answers = well_behaved()
for request in requests():
    if request["cmd"] == "play":
        reply: Json = answers.reply_to({"seq": request["seq"], "cmd": "state"})
        illegal = {"move": request["moves"][0], "reason": "not today"}
        say({**reply, "played": 0, "illegal": illegal})
    else:
        say(answers.reply_to(request))
