"""An S3 server for tests: OpenStack Swift with its s3api, all of it in one folder and on loopback.

    python3 s3-server.py <folder> <port> <access key> <secret key>

Four servers in four processes, which end with the process that started them. It answers on <port> once that can be connected to.
The folder has to lie on a file system with extended attributes.
"""

# Before anything else: what it does to all objects there are takes ten seconds once the servers are imported.
import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True, time=True)

import ctypes  # noqa: E402
import os  # noqa: E402
import pwd  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402

from swift.common.ring import RingBuilder  # noqa: E402

folder, port, access_key, secret_key = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
account, user = access_key.split(":")
settings = os.path.join(folder, "settings")
disks = os.path.join(folder, "disks")
os.makedirs(os.path.join(disks, "disk"))
os.makedirs(settings)


def write(name, text):
    with open(os.path.join(settings, name), "w") as file:
        file.write(text)


write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = only\ndefault = yes\n")

common = f"bind_ip = 127.0.0.1\nworkers = 0\nswift_dir = {settings}\nuser = {pwd.getpwuid(os.getuid()).pw_name}\nlog_level = ERROR\n"

for number, kind in enumerate(["account", "container", "object"], start=1):
    ring = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port + number, "device": "disk", "weight": 1, "id": 0})
    ring.rebalance()
    ring.get_ring().save(os.path.join(settings, f"{kind}.ring.gz"))
    write(
        f"{kind}.conf",
        f"[DEFAULT]\n{common}bind_port = {port + number}\nmount_check = false\ndevices = {disks}\n"
        f"[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n",
    )

filters = ["catch_errors", "gatekeeper", "cache", "listing_formats", "bulk", "s3api", "tempauth", "copy", "slo"]
options = {
    # Asked for, but nothing answers there: nothing is cached.
    "cache": "memcache_servers = 127.0.0.1:1\n",
    "s3api": "location = us-east-1\nmin_segment_size = 5242880\n",
    "tempauth": f"user_{account}_{user} = {secret_key} .admin\n",
}
uses = {"cache": "memcache"}
write(
    "proxy.conf",
    f"[DEFAULT]\n{common}bind_port = {port}\n"
    f"[pipeline:main]\npipeline = {' '.join(filters)} proxy-server\n"
    "[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n"
    + "".join(f"[filter:{name}]\nuse = egg:swift#{uses.get(name, name)}\n{options.get(name, '')}" for name in filters),
)


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


os.environ["SWIFT_DIR"] = settings
# Only now: what is imported reads swift.conf. Once, for all four.
import swift.account.server  # noqa: E402
import swift.common.middleware.s3api.s3api  # noqa: E402
import swift.common.utils  # noqa: E402
import swift.container.server  # noqa: E402
import swift.obj.server  # noqa: E402
import swift.proxy.server  # noqa: E402
from swift.common.wsgi import run_wsgi  # noqa: E402

end_with_parent()
for kind in ["account", "container", "object"]:
    if os.fork() == 0:
        end_with_parent()
        sys.exit(run_wsgi(os.path.join(settings, f"{kind}.conf"), f"{kind}-server"))
sys.exit(run_wsgi(os.path.join(settings, "proxy.conf"), "proxy-server"))
