import java.io.*;
import java.math.BigInteger;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.FileTime;
import java.security.*;
import java.util.*;
import java.util.regex.*;
import java.util.zip.*;

/**
 * Updates a server for start.sh and start.ps1, from the folder of a newer server pack, or by the link UPDATE_URL. What
 * an update by the link changes is fetched and verified in .update/next, which becomes .update/ready in one step. From
 * then on each start goes on to exchange the files; what they were is kept in .update/trial until the server has
 * started, or is put back by way of .update/back. Built by scripts/build-start-jar.sh.
 */
public final class UpdateServer {
  /** The status that tells the start script to begin anew, since its files were exchanged. */
  private static final int BEGIN_ANEW = 10;

  private static final boolean IS_WINDOWS = File.separatorChar == '\\';
  private static final Path HERE = Paths.get("");
  private static final Path NEXT = Paths.get(".update/next");
  private static final Path READY = Paths.get(".update/ready");
  private static final Path TRIAL = Paths.get(".update/trial");
  private static final Path BACK = Paths.get(".update/back");
  private static final Path REFUSED = Paths.get(".update/refused");

  public static void main(String[] args) {
    // The system's proxies count where the environment names none.
    System.setProperty("java.net.useSystemProxies", "true");
    try {
      System.exit(run(args));
    } catch (Stop stop) {
      System.err.println("ERROR: " + stop.getMessage().replace("\n", "\n       "));
    } catch (IOException | RuntimeException fault) {
      boolean isFull = HERE.toAbsolutePath().toFile().getUsableSpace() < 65536;
      System.err.println("ERROR: " + (isFull ? "The disk is full." : fault.toString()));
    }
    System.exit(1);
  }

  private static int run(String[] args) throws IOException {
    switch (args[0]) {
      case "folder":
        updateFrom(HERE.toAbsolutePath(), Paths.get(args[1]), args[2]);
        return 0;
      case "asked":
        prepare(true, args[1]);
        if (!Files.isDirectory(READY)) return 0;
        exchange();
        say("The server is up to date. Its next start installs what its versions need.");
        return 0;
      case "unasked":
        prepare(false, "yes");
        if (!Files.isDirectory(READY)) return 0;
        exchange();
        return BEGIN_ANEW;
      case "settle":
        settle();
        return 0;
      case "started":
        markStart();
        return 0;
      case "ended":
        return judge(args[1].equals("true"), Integer.parseInt(args[2]), Long.parseLong(args[3]));
      case "undo":
        undo();
        return BEGIN_ANEW;
      default:
        throw new Stop("start.jar does not know: " + args[0]);
    }
  }

  /** An error that ends an update with its message. */
  private static final class Stop extends IOException {
    Stop(String... lines) {
      super(String.join("\n", lines));
    }
  }

  private static void say(String text) {
    System.out.println(text);
  }

  // The plan: what happens to each file.

  /** Brings a server to a server pack: mods, configuration and scripts as there; worlds and what was changed stay. */
  private static void updateFrom(Path pack, Path server, String answer) throws IOException {
    Map<String, String> old = listedFiles(Files.readAllBytes(server.resolve("server-pack.json")));
    Map<String, String> listed = listedFiles(Files.readAllBytes(pack.resolve("server-pack.json")));
    Map<String, String> given = new HashMap<>();
    for (String name : namesOf(old, listed))
      if (Files.isRegularFile(pack.resolve(name))) given.put(name, crcOf(pack.resolve(name)));
    Map<String, String> plan = planOf(server, old, listed, given);
    show(server, plan);
    confirm(answer);
    for (Map.Entry<String, String> step : plan.entrySet()) {
      String name = step.getKey();
      Path target = server.resolve(targetOf(step.getValue(), name));
      Path update = target.resolveSibling(target.getFileName() + ".update");
      if (step.getValue().equals("remove")) Files.deleteIfExists(target);
      if (!isPut(step.getValue())) continue;
      makeFolderOf(target);
      Files.deleteIfExists(update);
      if (step.getValue().equals("merge")) write(update, merged(target, pack.resolve(name)));
      else Files.copy(pack.resolve(name), update, StandardCopyOption.COPY_ATTRIBUTES);
      rename(update, target);
    }
    say("The server in " + server + " is up to date. Its next start installs what its versions need.");
  }

  private static SortedSet<String> namesOf(Map<String, String> old, Map<String, String> listed) {
    SortedSet<String> names = new TreeSet<>(old.keySet());
    names.addAll(listed.keySet());
    return names;
  }

  /**
   * What is to become of files, by name: add, replace, remove, keep, merge, or beside (kept, and the new one beside
   * it). A file is told by its checksums in the server-pack.json of both, and by that of the new one that is there.
   */
  private static Map<String, String> planOf(
      Path server, Map<String, String> old, Map<String, String> listed, Map<String, String> given) throws IOException {
    Map<String, String> plan = new LinkedHashMap<>();
    Map<String, String> namesInAnyCase = new HashMap<>();
    for (String name : given.keySet()) namesInAnyCase.put(name.toLowerCase(Locale.ROOT), name);
    for (String name : namesOf(old, listed)) {
      String action =
          actionFor(server, name, old.getOrDefault(name, ""), listed.getOrDefault(name, ""), given.get(name));
      // On a disk that ignores case, a file of the new pack may be called so too, and stays.
      if ("remove".equals(action) && isSameFile(server, name, namesInAnyCase.get(name.toLowerCase(Locale.ROOT)))) continue;
      if (action != null) plan.put(name, action);
    }
    plan.put("server-pack.json", "replace");
    return plan;
  }

  private static boolean isSameFile(Path server, String name, String other) throws IOException {
    return other != null && Files.exists(server.resolve(other)) && Files.isSameFile(server.resolve(name), server.resolve(other));
  }

  private static String actionFor(Path server, String name, String old, String listed, String given)
      throws IOException {
    if (isInWorld(server, name)) return null;
    Path there = server.resolve(name);
    if (!Files.isRegularFile(there))
      return given != null && (isOurs(name) || old.isEmpty() || !old.equals(listed)) ? "add" : null;
    String crc = crcOf(there);
    if (given == null) return isOurs(name) || crc.equals(old) ? "remove" : "keep";
    if (crc.equals(given)) return null;
    if (isOurs(name) || crc.equals(old)) return "replace";
    if (name.equals("variables.txt")) return "merge";
    return old.equals(listed) ? "keep" : "beside";
  }

  /** Whether a file of the new server pack comes to the server. */
  private static boolean isPut(String action) {
    return !action.equals("keep") && !action.equals("remove");
  }

  private static String targetOf(String action, String name) {
    return action.equals("beside") ? name + ".new" : name;
  }

  /** Whether an update replaces a file whatever was changed in it. */
  private static boolean isOurs(String name) {
    return name.matches("start\\.(sh|ps1|bat|jar)|HOW-TO-RUN\\.md|update-key\\.pem|mods/.*");
  }

  /** Whether a file is in a folder that is a world on the server. */
  private static boolean isInWorld(Path server, String name) {
    int slash = name.indexOf('/');
    return slash > 0 && Files.isRegularFile(server.resolve(name.substring(0, slash)).resolve("level.dat"));
  }

  private static final Pattern OUTSIDE =
      Pattern.compile("(^|/)\\.{0,2}(/|$)|[\\\\\\x00-\\x1f]|^(?i:\\.update)/" + (IS_WINDOWS ? "|:|[. ](/|$)" : ""));

  /** Whether a name is a plain path below the folder, and none of an update itself. */
  private static boolean isPlain(String name) {
    return !OUTSIDE.matcher(name).find();
  }

  private static final Pattern SUM = Pattern.compile("(?m)^    \"([^\"\\\\\n]*)\": \"crc32:([0-9a-f]{8})\",?$");
  private static final Pattern MOD =
      Pattern.compile("(?m)^      \"file\": \"([^\"\\\\\n]*)\",\n      \"kept\": true,?$");

  /** Checksums by name of the files of a server pack. Older server packs of ours name their mods only. */
  private static Map<String, String> listedFiles(byte[] serverPack) {
    String text = new String(serverPack, StandardCharsets.UTF_8).replace("\r", "");
    boolean hasSums = text.contains("\n  \"files\": {\n");
    Matcher matcher = (hasSums ? SUM : MOD).matcher(text);
    Map<String, String> files = new HashMap<>();
    while (matcher.find()) {
      String name = hasSums ? matcher.group(1) : "mods/" + matcher.group(1);
      if (isPlain(name)) files.put(name, hasSums ? matcher.group(2) : "unknown");
    }
    return files;
  }

  private static void show(Path server, Map<String, String> plan) {
    say("Update of the server in " + server.toAbsolutePath() + ":");
    plan.forEach(
        (name, action) -> {
          if (action.equals("beside"))
            say("  keep     " + name + " (changed on both sides: the new one goes beside it as " + name + ".new)");
          else if (action.equals("keep")) say("  keep     " + name + " (changed on the server)");
          else if (action.equals("merge"))
            say("  replace  " + name + " (your settings are kept, but for ADDITIONAL_ARGS)");
          else say(String.format("  %-8s %s", action, name));
        });
    say("Worlds, and all other files that are in neither server pack, stay as they are.");
  }

  /** Goes on if the answer is yes, or is given now. */
  private static void confirm(String answer) throws IOException {
    if (answer.equals("yes")) return;
    if (!answer.equals("ask")) throw new Stop("Nothing was changed. To do this, start it again with --yes at the end.");
    System.out.print("Stop the server, then type \"yes\" to do this: ");
    System.out.flush();
    String typed = new BufferedReader(new InputStreamReader(System.in)).readLine();
    if (!"yes".equals(typed)) throw new Stop("Nothing was changed.");
  }

  private static final Pattern SETTING =
      Pattern.compile(
          "(?m)^[ \\t]*(JAVA|JAVA_[0-9]+|JAVA_FOLDERS|INSTALL_JAVA|JAVA_ARGS|JVM_PRESET|RESTART|SKIP_JAVA_CHECK"
              + "|WAIT_FOR_USER_INPUT|MIRROR|UPDATE)[ \\t]*=[^\n]*$");

  /** The first line of a key wins, so settings of the server go before those of the pack. Versions are the pack's. */
  private static byte[] merged(Path there, Path given) throws IOException {
    // Each byte is a character, so that all others come out as they are.
    StringBuilder text = new StringBuilder("# Kept by an update; these lines go before those below.\n");
    Matcher setting = SETTING.matcher(new String(Files.readAllBytes(there), StandardCharsets.ISO_8859_1));
    while (setting.find()) text.append(setting.group()).append('\n');
    text.append('\n').append(new String(Files.readAllBytes(given), StandardCharsets.ISO_8859_1));
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  // Downloads.

  /** Fetches what is newer into .update/ready; nothing where there is nothing newer. */
  private static void prepare(boolean isAsked, String answer) throws IOException {
    if (Files.isDirectory(TRIAL)) {
      if (isAsked)
        throw new Stop(
            "This server has not been up since its last update.", "Start the server first, then update it again.");
      say("This server has not been up since its last update, so no newer one is looked for.");
      return;
    }
    delete(NEXT);
    byte[] here = Files.readAllBytes(Paths.get("server-pack.json"));
    Manifest manifest = fetchManifest(here);
    Entry newest = manifest.files.get("server-pack.json");
    if (newest == null) throw new Stop("The service tells no server-pack.json of the newest server pack.");
    if (crcOf(Paths.get("server-pack.json")).equals(newest.crc)) {
      say("This server has the newest server pack.");
      return;
    }
    if (!isAsked && Files.isRegularFile(REFUSED) && text(REFUSED).trim().equals(newest.crc)) {
      String script = IS_WINDOWS ? "start.bat" : "./start.sh";
      say("The newest server pack did not start here, so it is left alone. " + script + " --update tries it again.");
      return;
    }
    Path staged = NEXT.resolve("staged");
    Files.createDirectories(staged);
    fetch(manifest, Collections.singletonMap("server-pack.json", staged.resolve("server-pack.json")));
    Map<String, String> given = new HashMap<>();
    manifest.files.forEach((name, entry) -> given.put(name, entry.crc));
    String howTo = "HOW-TO-RUN.md";
    // The changes are added to it, so it differs from the old one in any case.
    if (!manifest.changes.isEmpty()) given.computeIfPresent(howTo, (name, crc) -> "changed");
    Map<String, String> plan =
        planOf(HERE, listedFiles(here), listedFiles(Files.readAllBytes(staged.resolve("server-pack.json"))), given);
    Map<String, Path> wanted = stagedPlaces(plan, staged);
    say("Fetching " + (wanted.size() + 1) + " files ...");
    fetch(manifest, wanted);
    if (!manifest.changes.isEmpty() && wanted.containsKey(howTo)) {
      say(manifest.changes);
      write(wanted.get(howTo), utf8(text(wanted.get(howTo)) + "\n" + manifest.changes));
    }
    show(HERE, plan);
    confirm(answer);
    Path variables = wanted.get("variables.txt");
    if ("merge".equals(plan.get("variables.txt")))
      write(variables, merged(Paths.get("variables.txt"), variables));
    if (wanted.containsKey("start.sh")) wanted.get("start.sh").toFile().setExecutable(true, false);
    write(NEXT.resolve("journal"), utf8(journalOf(plan)));
    write(NEXT.resolve("newest"), utf8(newest.crc + "\n"));
    rename(NEXT, READY);
  }

  /** The places that new files are downloaded to. Refuses a file that cannot be put into its place. */
  private static Map<String, Path> stagedPlaces(Map<String, String> plan, Path staged) throws IOException {
    Map<String, Path> places = new HashMap<>();
    for (Map.Entry<String, String> step : plan.entrySet()) {
      String name = step.getKey();
      String target = targetOf(step.getValue(), name);
      if (!isPut(step.getValue())) continue;
      String advice = "Move it away, then start again.";
      if (Files.isDirectory(Paths.get(target)))
        throw new Stop("This is a folder here, and a file in the server pack: " + target, advice);
      for (Path above = Paths.get(target).getParent(); above != null; above = above.getParent())
        if (Files.exists(above) && !Files.isDirectory(above))
          throw new Stop("This is a file here, and a folder in the server pack: " + above, advice);
      if (!name.equals("server-pack.json")) places.put(name, staged.resolve(target));
    }
    return places;
  }

  /** The steps of the exchange, a line each: put (over an old file), add or remove, and the name. */
  private static String journalOf(Map<String, String> plan) {
    StringBuilder journal = new StringBuilder();
    plan.forEach(
        (name, action) -> {
          String target = targetOf(action, name);
          String done = isPut(action) ? Files.isRegularFile(Paths.get(target)) ? "put" : "add" : action;
          if (!done.equals("keep")) journal.append(done).append(' ').append(target).append('\n');
        });
    return journal.toString();
  }

  /** A file in the zip of the server pack: name, checksum, that of its bytes in the zip, and where those are. */
  private static final class Entry {
    String name, crc, sha;
    boolean isPacked;
    long place, length, size;
  }

  /** The service's signed answer to the question of this server. */
  private static final class Manifest {
    String address, changes;
    final Map<String, Entry> files = new HashMap<>();
  }

  private static final int MANIFEST_LIMIT = 32 << 20;
  private static final Pattern FILE =
      Pattern.compile(
          "file ([0-9a-f]{64}) ([0-9a-f]{8}) ([08]) ([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,15}) (.+)");

  private static Manifest fetchManifest(byte[] serverPack) throws IOException {
    String url = System.getenv().getOrDefault("UPDATE_URL", "");
    if (url.isEmpty())
      throw new Stop("variables.txt has no UPDATE_URL: this server pack was made without an update link.");
    if (!url.matches("https?://.*")) throw new Stop("UPDATE_URL must begin with https:// or http://, found: " + url);
    byte[] drawn = new byte[16];
    new SecureRandom().nextBytes(drawn);
    String nonce = hex(drawn);
    String from = versionOf(serverPack);
    byte[] manifest;
    try (Answer answer = new Answer(url + "&nonce=" + nonce + (from.isEmpty() ? "" : "&from=" + from), null)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      copy(answer.stream, bytes, MANIFEST_LIMIT);
      manifest = bytes.toByteArray();
    } catch (IOException fault) {
      throw new Stop(
          "The service does not tell of updates (" + fault.getMessage() + ").",
          "Check the network. An update link that was withdrawn works no more: then take a new server pack.");
    }
    String[] lines = new String(signedOf(manifest), StandardCharsets.UTF_8).split("\n");
    // One key signs for all lines of a service: the answer of another line is none to this question.
    return manifestOf(lines, nonce, from, url.replaceFirst("/update\\?.*$", ""));
  }

  /** The modpack that the server pack here was made of, and the number of the run configuration where it is told. */
  private static String versionOf(byte[] serverPack) {
    String text = new String(serverPack, StandardCharsets.UTF_8);
    Matcher modPack = Pattern.compile("(?m)^    \"sha256\": \"([0-9a-f]{64})\"").matcher(text);
    Matcher build = Pattern.compile("(?m)^    \"id\": ([1-9][0-9]*),$").matcher(text);
    if (!modPack.find()) return "";
    return modPack.group(1) + (build.find() ? "." + build.group(1) : "");
  }

  /** The lines of a manifest before its signature, which is verified by update-key.pem. */
  private static byte[] signedOf(byte[] manifest) throws IOException {
    String start = "\nsignature ";
    String text = new String(manifest, StandardCharsets.ISO_8859_1);
    int end = text.lastIndexOf(start);
    byte[] signed = Arrays.copyOf(manifest, end + 1);
    Path key = Paths.get("update-key.pem");
    if (!Files.isRegularFile(key))
      throw new Stop("There is no update-key.pem here, by which the answers of the service are verified.");
    if (end < 0 || !Ed25519.verifies(text(key), signed, text.substring(end + start.length()).trim()))
      throw new Stop("The manifest is not signed by the service that has made this server pack.");
    return signed;
  }

  private static Manifest manifestOf(String[] lines, String nonce, String from, String line) throws IOException {
    Manifest manifest = new Manifest();
    Map<String, String> told = new HashMap<>();
    StringBuilder changes = new StringBuilder();
    for (String one : lines) {
      Matcher file = FILE.matcher(one);
      int space = one.indexOf(' ');
      if (file.matches()) addFile(manifest, file);
      else if (one.startsWith("change "))
        changes.append(one.substring(7).replaceAll("[\\x00-\\x08\\x0b-\\x1f\\x7f]", "")).append('\n');
      else if (space > 0) told.putIfAbsent(one.substring(0, space), one.substring(space + 1));
    }
    manifest.changes = changes.toString();
    manifest.address = told.getOrDefault("url", "");
    if (!"1".equals(told.get("format")))
      throw new Stop(
          "The service tells of updates in a way that this start script does not know.",
          "Update once by hand: unpack the new server pack and run its "
              + (IS_WINDOWS ? "start.bat" : "start.sh")
              + " --update with the folder of this server.");
    if (!nonce.equals(told.get("nonce")))
      throw new Stop("The manifest is not the answer to this question: it may be an old one.");
    if (!from.equals(told.getOrDefault("from", "")))
      throw new Stop("The manifest is not for the server pack that is here.");
    if (!line.equals(told.get("line")))
      throw new Stop("The manifest is not of the line that UPDATE_URL names: " + line, "It is of " + told.get("line"));
    if (!manifest.address.startsWith(line + "/update/"))
      throw new Stop("The manifest names an address outside of its line: " + manifest.address);
    if ("yes".equals(told.get("older")))
      throw new Stop(
          "The line hands out an older server pack than this server has, so nothing is changed.",
          "Where servers are to go back to it, its owner pins it.");
    return manifest;
  }

  private static void addFile(Manifest manifest, Matcher file) {
    Entry entry = new Entry();
    entry.sha = file.group(1);
    entry.crc = file.group(2);
    entry.isPacked = file.group(3).equals("8");
    entry.place = Long.parseLong(file.group(4));
    entry.length = Long.parseLong(file.group(5));
    entry.size = Long.parseLong(file.group(6));
    entry.name = file.group(7);
    if (isPlain(entry.name)) manifest.files.put(entry.name, entry);
  }

  /** Fetches files out of the zip: neighbours together, 8 MiB or one file at a time. */
  private static void fetch(Manifest manifest, Map<String, Path> wanted) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (String name : wanted.keySet()) {
      Entry entry = manifest.files.get(name);
      if (entry == null) throw new Stop("The service does not tell of a file of the newest server pack: " + name);
      entries.add(entry);
    }
    entries.sort(Comparator.comparingLong((Entry entry) -> entry.place).thenComparingLong(entry -> entry.length));
    for (int i = 0; i < entries.size(); ) {
      long start = entries.get(i).place;
      long end = start;
      int last = i;
      for (; last < entries.size(); last++) {
        Entry entry = entries.get(last);
        long itsEnd = entry.place + entry.length;
        if (last > i && (entry.place > end + 65536 || itsEnd - start > 8 << 20)) break;
        end = Math.max(end, itsEnd);
      }
      // An empty file has no bytes, and a range has at least one.
      try (Answer answer = new Answer(manifest.address, start + "-" + Math.max(start, end - 1))) {
        // Where the service knows no ranges, all of it comes, once.
        if (!answer.isPart) last = entries.size();
        long position = answer.isPart ? start : 0;
        for (; i < last; i++) {
          Entry entry = entries.get(i);
          copy(new Part(answer.stream, entry.place - position), null, Long.MAX_VALUE);
          take(entry, new Part(answer.stream, entry.length), wanted.get(entry.name));
          position = entry.place + entry.length;
        }
      } catch (EOFException cutOff) {
        throw new Stop("The download is cut off: " + manifest.address);
      }
    }
  }

  /** Unpacks a file from its bytes in the zip, and compares it with its checksums. */
  private static void take(Entry entry, Part packed, Path target) throws IOException {
    makeFolderOf(target);
    CRC32 crc = new CRC32();
    try (FileOutputStream output = new FileOutputStream(target.toFile())) {
      InputStream contents = entry.isPacked ? new InflaterInputStream(packed, new Inflater(true)) : packed;
      copy(new CheckedInputStream(contents, crc), output, entry.size);
      output.getFD().sync();
    } catch (ZipException fault) {
      throw new Stop("What was fetched cannot be unpacked: " + entry.name);
    }
    copy(packed, null, Long.MAX_VALUE);
    if (!hex(packed.digest.digest()).equals(entry.sha))
      throw new Stop("What was fetched is damaged or was changed: " + entry.name);
    if (!hex(crc).equals(entry.crc)) throw new Stop("What was fetched is not what the service tells: " + entry.name);
  }

  /** The next bytes of a stream, and their SHA-256. */
  private static final class Part extends FilterInputStream {
    final MessageDigest digest;
    private long left;

    Part(InputStream stream, long length) throws IOException {
      super(stream);
      left = length;
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (GeneralSecurityException fault) {
        throw new IOException(fault);
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left <= 0) return -1;
      int count = in.read(bytes, offset, (int) Math.min(length, left));
      if (count < 0) throw new EOFException();
      left -= count;
      digest.update(bytes, offset, count);
      return count;
    }

    @Override
    public void close() {}
  }

  /** A site's answer to a request for a file, or for a range of its bytes. Reports after 10 seconds that it waits. */
  private static final class Answer implements Closeable {
    final InputStream stream;
    final boolean isPart;
    private final Timer timer = new Timer(true);

    Answer(String address, String range) throws IOException {
      TimerTask tell =
          new TimerTask() {
            @Override
            public void run() {
              say("Waiting for " + address + " ...");
            }
          };
      timer.schedule(tell, 10_000);
      try {
        URL url = new URL(address);
        Proxy proxy = proxyFor(url);
        HttpURLConnection connection =
            (HttpURLConnection) (proxy == null ? url.openConnection() : url.openConnection(proxy));
        connection.setConnectTimeout(30_000);
        connection.setReadTimeout(60_000);
        if (range != null) connection.setRequestProperty("Range", "bytes=" + range);
        int status = connection.getResponseCode();
        if (status != 200 && status != 206) throw new IOException("HTTP status " + status + " of " + url.getHost());
        isPart = status == 206;
        stream = connection.getInputStream();
      } catch (IOException | RuntimeException fault) {
        timer.cancel();
        throw fault;
      }
    }

    @Override
    public void close() throws IOException {
      timer.cancel();
      stream.close();
    }
  }

  /** The proxy that the environment names, as curl and wget read it; null without one. */
  private static Proxy proxyFor(URL url) throws IOException {
    String address = environment(url.getProtocol() + "_proxy");
    if (address == null) return null;
    for (String host : String.valueOf(environment("no_proxy")).split("[ ,]+")) {
      String ending = "." + host.replaceFirst("^\\.", "");
      if (host.equals("*") || ("." + url.getHost()).endsWith(ending)) return Proxy.NO_PROXY;
    }
    URL proxy = new URL(address.contains("://") ? address : "http://" + address);
    int port = proxy.getPort() < 0 ? proxy.getDefaultPort() : proxy.getPort();
    return new Proxy(Proxy.Type.HTTP, new InetSocketAddress(proxy.getHost(), port));
  }

  private static String environment(String key) {
    String value = System.getenv(key);
    if (value == null) value = System.getenv(key.toUpperCase(Locale.ROOT));
    return value == null || value.isEmpty() ? null : value;
  }

  // The exchange of files.

  /** Goes on with what an earlier start was ended in: to the new files, or back to the old ones. */
  private static void settle() throws IOException {
    delete(NEXT);
    if (Files.isDirectory(BACK)) putBack();
    if (Files.isDirectory(READY)) exchange();
    if (Files.isDirectory(TRIAL) && wasUp()) closeTrial();
  }

  /** Puts the files of .update/ready into their places; each of those that were there stays in .update/ready/kept. */
  private static void exchange() throws IOException {
    for (String[] step : journal(READY)) {
      Path here = Paths.get(step[1]);
      Path staged = READY.resolve("staged").resolve(here);
      boolean isRemoved = step[0].equals("remove");
      if (!isRemoved && !Files.isRegularFile(staged)) continue;
      try {
        keep(here);
        if (!isRemoved) place(staged, here);
        else if (Files.isRegularFile(here)) Files.deleteIfExists(here);
      } catch (IOException fault) {
        throw new Stop("This file cannot be written: " + step[1], "Start again once it can: the update then goes on.");
      }
    }
    rename(READY, TRIAL);
  }

  private static void keep(Path here) throws IOException {
    Path kept = READY.resolve("kept").resolve(here);
    if (!Files.isRegularFile(here) || Files.isRegularFile(kept)) return;
    makeFolderOf(kept);
    // A hard link to a symbolic link would lead elsewhere in another folder, and some disks have no links.
    if (!Files.isSymbolicLink(here)) {
      try {
        Files.createLink(kept, here);
        return;
      } catch (IOException | UnsupportedOperationException fault) {
        Files.deleteIfExists(kept);
      }
    }
    Path copy = READY.resolve("copy");
    Files.copy(here, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    rename(copy, kept);
  }

  private static void undo() throws IOException {
    say("The server did not start since its update.");
    say("Going back to the files from before the update. Worlds stay as they are now.");
    Files.copy(TRIAL.resolve("newest"), REFUSED, StandardCopyOption.REPLACE_EXISTING);
    rename(TRIAL, BACK);
    putBack();
  }

  private static void putBack() throws IOException {
    for (String[] step : journal(BACK)) {
      Path here = Paths.get(step[1]);
      Path kept = BACK.resolve("kept").resolve(here);
      if (step[0].equals("add")) Files.deleteIfExists(here);
      else if (Files.isRegularFile(kept)) place(kept, here);
    }
    delete(BACK);
  }

  /** The steps of a journal: what is done, and the name. */
  private static List<String[]> journal(Path folder) throws IOException {
    List<String[]> steps = new ArrayList<>();
    for (String line : text(folder.resolve("journal")).split("\r?\n")) {
      String[] step = line.split(" ", 2);
      if (step.length == 2 && isPlain(step[1])) steps.add(step);
    }
    return steps;
  }

  /** Lets go of the files from before the update, in one step. */
  private static void closeTrial() throws IOException {
    delete(NEXT);
    rename(TRIAL, NEXT);
    delete(NEXT);
  }

  // Whether the server came up.

  private static final Path STARTED = TRIAL.resolve("started");
  private static final Path LOGS = Paths.get("logs");

  /** Marks a start after an update, and puts the logs of an earlier one away, as a start would. */
  private static void markStart() throws IOException {
    for (String[] log : new String[][] {{"latest.log", "before-update.log"}, {"debug.log", "debug-before-update.log"}})
      if (Files.isRegularFile(LOGS.resolve(log[0]))) rename(LOGS.resolve(log[0]), LOGS.resolve(log[1]));
    write(STARTED, new byte[0]);
    Files.setLastModifiedTime(STARTED, FileTime.fromMillis(System.currentTimeMillis()));
  }

  /**
   * After an update, a server that ends by itself with an error before it is up gets its old files back. One that ran
   * for ten minutes was up, whatever its log says: a log begins anew each day. One that was stopped or killed proves
   * nothing.
   */
  private static int judge(boolean isStopped, int status, long seconds) throws IOException {
    if (wasUp() || !isStopped && status == 0 || seconds >= 600) {
      closeTrial();
      return 0;
    }
    if (isStopped || Arrays.asList(129, 130, 137, 143).contains(status)) return 0;
    undo();
    return BEGIN_ANEW;
  }

  /**
   * Whether the server has told that it is up since it was last started after its update: in its log, in that of a day
   * that has ended since, or in Forge's debug logs, in which mods say more.
   */
  private static boolean wasUp() throws IOException {
    if (!Files.isRegularFile(STARTED) || !Files.isDirectory(LOGS)) return false;
    FileTime started = Files.getLastModifiedTime(STARTED);
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(LOGS)) {
      for (Path log : logs) {
        String name = log.getFileName().toString();
        boolean isEnded = name.matches("([0-9]|debug-).*\\.log\\.gz");
        if (!isEnded && !name.matches("(latest|debug)\\.log")) continue;
        if (isEnded && Files.getLastModifiedTime(log).compareTo(started) <= 0) continue;
        if (tellsDone(log, isEnded, name.startsWith("debug") ? "Done \\(.*For help, type" : "Done \\(")) return true;
      }
    }
    return false;
  }

  private static boolean tellsDone(Path log, boolean isPacked, String told) {
    Pattern done = Pattern.compile(told);
    try (InputStream file = Files.newInputStream(log);
        InputStream stream = isPacked ? new GZIPInputStream(file) : file;
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.ISO_8859_1))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine())
        if (done.matcher(line).find()) return true;
    } catch (IOException cutOff) {
      // A log that was cut off tells what it tells until there.
    }
    return false;
  }

  // Files.

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a file so that it outlasts a failing machine. */
  private static void write(Path file, byte[] bytes) throws IOException {
    try (FileOutputStream output = new FileOutputStream(file.toFile())) {
      output.write(bytes);
      output.getFD().sync();
    }
  }

  /** Puts one file in place of another in one step, or gives a folder another name. */
  private static void rename(Path from, Path to) throws IOException {
    if (Files.isDirectory(from) && Files.exists(to)) throw new Stop("This folder is in the way: " + to);
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void place(Path from, Path to) throws IOException {
    makeFolderOf(to);
    rename(from, to);
  }

  /** Makes the folder of a file, unless it is there, if only by a symbolic link. */
  static void makeFolderOf(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder != null && !Files.isDirectory(folder)) Files.createDirectories(folder);
  }

  /** Deletes a folder of the update, and no folder that a symbolic link in it leads to. */
  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) delete(file);
      }
    }
    Files.deleteIfExists(folder);
  }

  /** Copies a stream of no more bytes than the limit, to nowhere where there is no output. */
  private static void copy(InputStream from, OutputStream to, long limit) throws IOException {
    byte[] bytes = new byte[65536];
    long count = 0;
    for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
      count += read;
      if (count > limit) throw new Stop("More was sent than the " + limit + " bytes that were to come.");
      if (to != null) to.write(bytes, 0, read);
    }
  }

  static String crcOf(Path file) throws IOException {
    CRC32 crc = new CRC32();
    try (InputStream stream = new CheckedInputStream(Files.newInputStream(file), crc)) {
      copy(stream, null, Long.MAX_VALUE);
    }
    return hex(crc);
  }

  private static String hex(CRC32 crc) {
    return String.format("%08x", crc.getValue());
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte one : bytes) text.append(String.format("%02x", one));
    return text.toString();
  }

  /** Verifies signatures by Ed25519 (RFC 8032), which Java itself knows from 15 on. Nothing in it is secret. */
  private static final class Ed25519 {
    private static final BigInteger ONE = BigInteger.ONE;
    private static final BigInteger TWO = BigInteger.valueOf(2);
    private static final BigInteger P = TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger ORDER = TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    private static final BigInteger D = fraction(-121665, 121666);
    private static final byte[] BEFORE_KEY = {0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0};

    /** Whether the message is signed by the key, in PEM, with the signature, in base64. */
    static boolean verifies(String pem, byte[] message, String base64) {
      try {
        byte[] der = Base64.getDecoder().decode(pem.replaceAll("-----[A-Z ]+-----|\\s", ""));
        byte[] signature = Base64.getDecoder().decode(base64);
        if (der.length != 44 || signature.length != 64) return false;
        if (!Arrays.equals(Arrays.copyOf(der, 12), BEFORE_KEY)) return false;
        byte[] key = Arrays.copyOfRange(der, 12, 44);
        byte[] point = Arrays.copyOf(signature, 32);
        BigInteger scalar = number(Arrays.copyOfRange(signature, 32, 64));
        BigInteger[] owner = decoded(key);
        if (owner == null || scalar.compareTo(ORDER) >= 0) return false;
        MessageDigest sha512 = MessageDigest.getInstance("SHA-512");
        sha512.update(point);
        sha512.update(key);
        BigInteger hash = number(sha512.digest(message)).mod(ORDER);
        BigInteger[] negative = {P.subtract(owner[0]), owner[1], ONE, P.subtract(owner[3])};
        BigInteger[] sum = add(times(scalar, pointOf(fraction(4, 5), false)), times(hash, negative));
        return Arrays.equals(encoded(sum), point);
      } catch (GeneralSecurityException | IllegalArgumentException fault) {
        return false;
      }
    }

    private static BigInteger fraction(long above, long below) {
      return BigInteger.valueOf(above).multiply(BigInteger.valueOf(below).modInverse(P)).mod(P);
    }

    /** The number of bytes of which the lowest is the first. */
    private static BigInteger number(byte[] bytes) {
      byte[] turned = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) turned[i] = bytes[bytes.length - 1 - i];
      return new BigInteger(1, turned);
    }

    private static BigInteger[] decoded(byte[] bytes) {
      BigInteger all = number(bytes);
      BigInteger y = all.clearBit(255);
      return y.compareTo(P) < 0 ? pointOf(y, all.testBit(255)) : null;
    }

    /** The point of the curve with this y and an x that is odd or not: X, Y, Z and T of the RFC; null without one. */
    private static BigInteger[] pointOf(BigInteger y, boolean isOdd) {
      BigInteger yy = y.multiply(y);
      BigInteger xx = yy.subtract(ONE).multiply(D.multiply(yy).add(ONE).modInverse(P)).mod(P);
      BigInteger x = xx.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
      if (!x.multiply(x).mod(P).equals(xx)) x = x.multiply(TWO.modPow(P.subtract(ONE).shiftRight(2), P)).mod(P);
      if (!x.multiply(x).mod(P).equals(xx) || x.signum() == 0 && isOdd) return null;
      if (x.testBit(0) != isOdd) x = P.subtract(x);
      return new BigInteger[] {x, y, ONE, x.multiply(y).mod(P)};
    }

    private static BigInteger[] add(BigInteger[] p, BigInteger[] q) {
      BigInteger a = p[1].subtract(p[0]).multiply(q[1].subtract(q[0])).mod(P);
      BigInteger b = p[1].add(p[0]).multiply(q[1].add(q[0])).mod(P);
      BigInteger c = p[3].multiply(TWO).multiply(D).multiply(q[3]).mod(P);
      BigInteger d = p[2].multiply(TWO).multiply(q[2]).mod(P);
      BigInteger e = b.subtract(a), f = d.subtract(c), g = d.add(c), h = b.add(a);
      return new BigInteger[] {
        e.multiply(f).mod(P), g.multiply(h).mod(P), f.multiply(g).mod(P), e.multiply(h).mod(P)
      };
    }

    private static BigInteger[] times(BigInteger scalar, BigInteger[] point) {
      BigInteger[] sum = {BigInteger.ZERO, ONE, ONE, BigInteger.ZERO};
      for (int bit = scalar.bitLength() - 1; bit >= 0; bit--) {
        sum = add(sum, sum);
        if (scalar.testBit(bit)) sum = add(sum, point);
      }
      return sum;
    }

    private static byte[] encoded(BigInteger[] point) {
      BigInteger inverse = point[2].modInverse(P);
      BigInteger all = point[1].multiply(inverse).mod(P);
      if (point[0].multiply(inverse).mod(P).testBit(0)) all = all.setBit(255);
      byte[] bytes = new byte[32];
      for (int i = 0; i < 32; i++) bytes[i] = all.shiftRight(8 * i).byteValue();
      return bytes;
    }
  }
}
