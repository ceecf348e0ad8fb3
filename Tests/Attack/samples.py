"""Valid texts of each format that Assay reads, from the project itself."""

import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CHAPTERS = ROOT / "Sources/AssayCLI/Documentation.docc"
EXCHANGE = ROOT / "Tests/InterchangeTests/Fixtures"
BENCHMARK = ROOT / "Tests/Benchmark"

SERVICE = (HERE / "service.yaml").read_bytes()
LOAD = (HERE / "load.yaml").read_bytes()


class Sample:
    """Valid files, and the index of the one to corrupt."""

    def __init__(self, target, content, **others):
        self.target = target
        self.files = {**others, target: content}


def of(paths, name, **others):
    """Returns each of these files separately, called `name`, with further files."""
    return [Sample(name, path.read_bytes(), **others) for path in paths]


def _examples(language, chapter):
    """Returns the examples of an article."""
    text = (CHAPTERS / chapter).read_text()
    return [block.encode() for block in re.findall(rf"```{language}\n(.*?)```", text, re.S)]


def contracts():
    texts = []
    for chapter in ("ContractFormat.md", "ClientsAndListeners.md"):
        texts += [text for text in _examples("yaml", chapter) if text.startswith(b"contract:")]
    # The first example of the keys is nearly a complete file, as the item of a list.
    texts.append(_examples("text", "ContractKeys.md")[0].removeprefix(b"- "))
    paths = sorted(EXCHANGE.glob("*.contract.yaml"))
    texts += [path.read_bytes() for path in (*paths, BENCHMARK / "contract.yaml")]
    texts.append(SERVICE)
    samples = [Sample("a.yaml", text, **{"old.yaml": SERVICE}) for text in texts]
    for service in ("nifty", "toast-push"):
        paths = sorted((ROOT / "contracts" / service).glob("*.yaml"))
        files = {"old.yaml": SERVICE, **{path.name: path.read_bytes() for path in paths}}
        samples += [Sample(path.name, files[path.name], **files) for path in paths]
    return samples


def json_contracts():
    """Returns contracts: YAML, of which JSON is a subset."""
    return [Sample("a.yaml", (HERE / "notes.json").read_bytes(), **{"old.yaml": SERVICE})]


def profiles():
    contract = (BENCHMARK / "contract.yaml").read_bytes()
    own = [path for path in sorted(BENCHMARK.glob("*.yaml")) if path.name != "contract.yaml"]
    samples = of(own, "p.yaml", **{"contract.yaml": contract})
    for path in [*sorted(ROOT.glob("loadprofiles/*.yaml")), *sorted(BENCHMARK.glob("*/*.yaml"))]:
        # They refer to their contracts by relative paths.
        here = b"contract: " + str(ROOT).encode()
        text = re.sub(rb"(?m)^contract: .*(/contracts/.*)$", here + rb"\1", path.read_bytes())
        samples.append(Sample("p.yaml", text))
    return samples + [Sample("p.yaml", LOAD, **{"service.yaml": SERVICE})] * 5


def recipients():
    profile = LOAD.replace(b"sends:", b"audience: { csv: a.csv, perSend: 3 }\nsends:", 1)
    text = b'{ call: write, set: { /json/text: "{{recipients}}" },'
    files = {"p.yaml": profile.replace(b"{ call: write,", text), "service.yaml": SERVICE}
    rows = "".join(f'{number},"user ""{number}""",{number * 7}\n' for number in range(40))
    tables = ("id,name,badge\n" + rows, "token\r\n" + "ab12\r\n" * 30, 'a,"b\nc"\n1,"2\n3"\n' * 9)
    return [Sample("a.csv", table.encode(), **files) for table in tables]


def descriptions():
    """Returns OpenAPI documents, in one file and in several that refer to each other."""
    files = {
        "a.yaml": b"""openapi: 3.1.0
info: { title: Notes, version: "1" }
servers: [ { url: "http://127.0.0.1/v1" } ]
paths:
  /notes: { $ref: "b.yaml#/notes" }
components: { schemas: { Page: { type: array, items: { $ref: "c.json#/Note" } } } }
""",
        "b.yaml": b"""notes:
  get:
    parameters: [ { $ref: "#/after" } ]
    responses: { "200": { content: { application/json: { schema: { $ref: "a.yaml#/components/schemas/Page" } } } } }
after: { name: after, in: query, schema: { type: integer }, example: 7 }
""",
        "c.json": b'{"Note":{"type":"object","properties":{"text":{"type":"string"},"next":{"$ref":"c.json#/Note"}}}}',
    }
    several = [Sample(name, text, **files) for name, text in files.items()]
    return of(sorted(EXCHANGE.glob("*.openapi.yaml")), "a.yaml") + several


class Made:
    """Files made by the program itself, in a folder that the caller removes."""

    def __init__(self, assay, folder):
        self.assay, self.folder = assay, folder
        nifty = ROOT / "contracts/nifty/push.yaml"
        har = folder / "verify.har"
        verify = ["verify", nifty, "--format", "json", "--seed", "1", "--har", har]
        self.loads = sorted((ROOT / "Tests/MeasureTests/Fixtures").glob("*.json"))
        self.verify = self._output("verify.json", *verify)
        self.coverage = self._output("coverage.json", "coverage", nifty, "--format", "json")
        self.openapi = self._output("openapi.json", "export", "openapi", HERE / "service.yaml")
        self.har = har
        self.history = folder / "history.db"
        kept = ["--history", self.history, "--branch", "main", "--revision", "a1"]
        self._output("log", "history", "add", *self.loads, self.verify, *kept)
        self.identity = folder / "identity.pem"
        self._make_identity()

    def _output(self, name, *words):
        path = self.folder / name
        path.write_bytes(subprocess.run([self.assay, *words], check=True, capture_output=True).stdout)
        return path

    def _make_identity(self):
        """Makes a self-signed certificate, and its key."""
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        files = ["-keyout", key, "-out", certificate]
        command = ["openssl", "req", "-x509", *kind, "-days", "2", "-subj", "/CN=localhost", *files]
        subprocess.run(command, check=True, capture_output=True)
        self.identity.write_bytes(key.read_bytes() + certificate.read_bytes())
