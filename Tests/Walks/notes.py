"""A small service of notes, with the named mistakes: notes.py PORT [MISTAKE...]

Prints its address once it listens; port 0 means any free port.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MISTAKES = ("status", "code", "type", "limit", "authorization")
mistakes = set(sys.argv[2:])
assert mistakes <= set(MISTAKES), f"expected some of {', '.join(MISTAKES)}"
notes = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if data:
            self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def is_refused(self):
        isKnown = self.headers.get("Authorization") == "Bearer secret-token"
        if isKnown or "authorization" in mistakes:
            return False
        self.answer(401, {"error": "UNAUTHORIZED"})
        return True

    def note(self):
        number = self.path.rpartition("/")[2]
        if number in notes:
            return number
        self.answer(404, {"error": "UNKNOWN" if "code" in mistakes else "NOT_FOUND"})
        return None

    def do_POST(self):
        data = self.body()
        if self.is_refused():
            return
        text = json.loads(data or b"{}").get("text")
        if not text:
            return self.answer(422, {"error": "TEXT_REQUIRED"})
        if len(text) > (101 if "limit" in mistakes else 100):
            return self.answer(422, {"error": "TEXT_TOO_LONG"})
        number = str(len(notes) + 1)
        notes[number] = text
        self.answer(200 if "status" in mistakes else 201, {"id": number, "text": text})

    def do_GET(self):
        if not self.is_refused() and (number := self.note()):
            shown = int(number) if "type" in mistakes else number
            self.answer(200, {"id": shown, "text": notes[number]})

    def do_DELETE(self):
        if not self.is_refused() and (number := self.note()):
            del notes[number]
            self.answer(204)

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
