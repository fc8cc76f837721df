import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * For start.sh and start.ps1: names the jars in mods/ that the server pack here does not have, or moves them to
 * mods-set-aside/. Built by scripts/build-start-jar.sh.
 */
public final class StrayJars {
  private static final Path MODS = Paths.get("mods");
  private static final Path ASIDE = Paths.get("mods-set-aside");
  private static final int SHOWN = 10;

  public static void main(String[] args) {
    try {
      run(args[0].equals("true"), new Loader(args[1], args[2], args[3]));
    } catch (IOException | RuntimeException fault) {
      System.err.println("ERROR: The jars in mods/ cannot be checked: " + printable(fault.toString()));
      System.exit(1);
    }
  }

  private static void run(boolean isMoved, Loader loader) throws IOException {
    Map<String, String> listed = listedMods();
    if (listed == null) {
      if (isMoved) System.out.println("Nothing is moved: server-pack.json does not list the files of this server pack.");
      return;
    }
    List<Path> loaded = new ArrayList<>();
    if (Files.isDirectory(MODS)) collect(MODS, loader, loaded);
    List<Path> strays = straysOf(loaded, listed);
    if (strays.isEmpty()) {
      if (isMoved) System.out.println("Nothing is moved: all jars in mods/ are in this server pack.");
      return;
    }
    System.out.println(
        "Jars in mods/ that are not in this server pack: " + strays.size()
            + (isMoved ? ". They move to mods-set-aside/:" : ". Two versions of one mod keep a server from starting."));
    for (Path stray : strays.subList(0, Math.min(SHOWN, strays.size())))
      System.out.println("  " + printable(MODS.relativize(stray).toString()));
    if (strays.size() > SHOWN) System.out.println("  and " + (strays.size() - SHOWN) + " more");
    if (isMoved) {
      for (Path stray : strays) setAside(stray);
    } else {
      String script = java.io.File.separatorChar == '\\' ? "start.bat" : "./start.sh";
      System.out.println(
          "A mod that you added by hand may stay. " + script + " --clean moves all of these to mods-set-aside/ and deletes none.");
    }
  }

  /** What a modloader takes for mods; src/modloaders has the same rules. */
  private static final class Loader {
    final boolean isOldForge, readsFolders;
    final String gameVersion;

    Loader(String name, String version, String gameVersion) {
      isOldForge = name.equals("Forge") && gameVersion.matches("1\\.([0-9]|1[0-2])(\\..*)?");
      readsFolders = name.equals("Quilt") && !version.matches("0\\.([0-9]|1[0-7])\\..*|0\\.18\\.0.*");
      this.gameVersion = gameVersion;
    }

    boolean readsFolder(Path folder) {
      String name = folder.getFileName().toString();
      if (name.equals(gameVersion)) return readsFolders || isOldForge && folder.getParent().equals(MODS);
      // Quilt reads a folder named by another version for some games only.
      return readsFolders && !name.matches("(?s)[\\d<>=~^*.].*|.*\\.disabled");
    }

    boolean readsFile(Path file) {
      String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
      return !name.startsWith(".") && (name.endsWith(".jar") || isOldForge && name.endsWith(".zip"));
    }
  }

  private static void collect(Path folder, Loader loader, List<Path> found) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        // A link may lead back to the folder that it is in.
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          if (loader.readsFolder(entry)) collect(entry, loader, found);
        } else if (loader.readsFile(entry) && Files.isRegularFile(entry)) found.add(entry);
      }
    }
  }

  private static final Pattern LISTED = Pattern.compile("(?m)^    \"mods/(.*)\": \"crc32:([0-9a-f]{8})\",?$");

  /** Checksums of the files in mods/ by their names, as server-pack.json has them; null where it lists no files. */
  private static Map<String, String> listedMods() throws IOException {
    Path list = Paths.get("server-pack.json");
    if (!Files.isRegularFile(list)) return null;
    String text = new String(Files.readAllBytes(list), StandardCharsets.UTF_8).replace("\r", "");
    if (!text.contains("\n  \"files\": {\n")) return null;
    Map<String, String> listed = new HashMap<>();
    Matcher matcher = LISTED.matcher(text);
    while (matcher.find()) listed.put(matcher.group(1), matcher.group(2));
    return listed;
  }

  private static List<Path> straysOf(List<Path> loaded, Map<String, String> listed) throws IOException {
    List<Path> strays = new ArrayList<>();
    for (Path file : loaded)
      if (listed.remove(MODS.relativize(file).toString().replace('\\', '/')) == null) strays.add(file);
    // What is left of the list is not here, or goes by another name: some programs that unpack change letters.
    Set<String> missing = new HashSet<>(listed.values());
    if (!missing.isEmpty()) {
      List<Path> unknown = new ArrayList<>();
      for (Path file : strays) if (!missing.contains(UpdateServer.crcOf(file))) unknown.add(file);
      strays = unknown;
    }
    strays.sort(null);
    return strays;
  }

  /** Moves a jar to where nothing is yet. */
  private static void setAside(Path stray) throws IOException {
    Path place = ASIDE.resolve(MODS.relativize(stray));
    UpdateServer.makeFolderOf(place);
    Path free = place;
    for (int number = 2; Files.exists(free, LinkOption.NOFOLLOW_LINKS); number++)
      free = place.resolveSibling(place.getFileName() + "." + number);
    Files.move(stray, free);
  }

  /** A name that shows as one line and cannot steer a terminal. */
  private static String printable(String name) {
    return name.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
  }
}
