"""python3 client/examples/upload.py pack.zip http://127.0.0.1:8080

Uploads a modpack, follows it to its end and prints where its server pack is to be downloaded.
Needs httpx: pip install httpx
"""

import json
import os
import sys
from pathlib import Path

import httpx

archive = sys.argv[1] if len(sys.argv) > 1 else "pack.zip"
service = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8080"
documents = Path(__file__).parent.parent / "documents"
token = os.environ.get("TOKEN")
authorization = {"authorization": f"Bearer {token}"} if token else {}


def document(name: str) -> str:
    return (documents / f"{name}.graphql").read_text()


def data_of(text: str) -> dict:
    answer = json.loads(text)
    if answer.get("errors"):
        raise SystemExit("\n".join(error["message"] for error in answer["errors"]))
    return answer["data"]


def upload(client: httpx.Client) -> dict:
    run = {"gameVersion": "1.20.1", "modloader": "FABRIC", "modloaderVersion": "0.15.6"}
    variables = {"input": {"archive": {"file": None}, "runConfiguration": run}}
    operations = json.dumps({"query": document("UploadModPack"), "variables": variables})
    form = {"operations": operations, "map": json.dumps({"0": ["variables.input.archive.file"]})}
    # Without the header no form is taken, so that no web page can make a browser send one unasked.
    headers = {"graphql-require-preflight": "1"}
    with open(archive, "rb") as file:
        response = client.post("/graphql", data=form, files={"0": file}, headers=headers)
    result = data_of(response.text)["uploadModPack"]
    if result["__typename"] != "RunStarted":
        raise SystemExit(f"{result['code']}: {result['message']}")
    return result["run"]


def follow(client: httpx.Client, run: dict) -> None:
    # From the id before all events on, so that nothing is missed that came before this was asked.
    variables = {"after": "UGFja0V2ZW50OjA=", "filter": {"run": {"id": run["id"]}}}
    body = {"query": document("Events"), "variables": variables}
    headers = {"accept": "text/event-stream"}
    with client.stream("POST", "/graphql", json=body, headers=headers) as stream:
        for line in stream.iter_lines():
            # Each answer is one line; the others are names of events, and comments.
            if not line.startswith("data: {"):
                continue
            event = data_of(line[len("data: ") :])["events"]
            print(event["kind"], *(one["message"] for one in event["errors"]))
            if event["isFinal"] and event["kind"] != "READY":
                raise SystemExit(1)
            if event["isFinal"]:
                print(event["serverPack"]["downloadUrl"])
                return


patient = httpx.Timeout(30, read=None)
with httpx.Client(base_url=service, headers=authorization, timeout=patient) as client:
    follow(client, upload(client))
