import java.io.IOException;
import java.io.InputStream;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/** Stands for java.nio.file.Files in a copy of UpdateServer, and kills its whole start at a step that the environment names. */
final class Files {
  private static void step(String name) throws IOException {
    String log = System.getenv("STEPS");
    if (log == null) return;
    Path file = Paths.get(log);
    java.nio.file.Files.write(file, (name + "\n").getBytes(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (java.nio.file.Files.readAllLines(file).size() < Integer.parseInt(System.getenv("KILL_AT"))) return;
    try {
      new ProcessBuilder("/bin/sh", "-c", "kill -9 0").start().waitFor();
    } catch (InterruptedException fault) {
      throw new IOException(fault);
    }
  }

  static Path move(Path from, Path to, CopyOption... options) throws IOException {
    step("move");
    return java.nio.file.Files.move(from, to, options);
  }

  static Path copy(Path from, Path to, CopyOption... options) throws IOException {
    step("copy");
    return java.nio.file.Files.copy(from, to, options);
  }

  static Path createLink(Path link, Path file) throws IOException {
    step("createLink");
    return java.nio.file.Files.createLink(link, file);
  }

  static Path createDirectories(Path folder) throws IOException {
    step("createDirectories");
    return java.nio.file.Files.createDirectories(folder);
  }

  static boolean deleteIfExists(Path file) throws IOException {
    step("deleteIfExists");
    return java.nio.file.Files.deleteIfExists(file);
  }

  static byte[] readAllBytes(Path file) throws IOException {
    step("readAllBytes");
    return java.nio.file.Files.readAllBytes(file);
  }

  static Path setLastModifiedTime(Path file, FileTime time) throws IOException {
    return java.nio.file.Files.setLastModifiedTime(file, time);
  }

  static FileTime getLastModifiedTime(Path file) throws IOException {
    return java.nio.file.Files.getLastModifiedTime(file);
  }

  static InputStream newInputStream(Path file) throws IOException {
    return java.nio.file.Files.newInputStream(file);
  }

  static DirectoryStream<Path> newDirectoryStream(Path folder) throws IOException {
    return java.nio.file.Files.newDirectoryStream(folder);
  }

  static boolean isRegularFile(Path file) {
    return java.nio.file.Files.isRegularFile(file);
  }

  static boolean isDirectory(Path file, LinkOption... options) {
    return java.nio.file.Files.isDirectory(file, options);
  }

  static boolean isSymbolicLink(Path file) {
    return java.nio.file.Files.isSymbolicLink(file);
  }

  static boolean isSameFile(Path one, Path other) throws IOException {
    return java.nio.file.Files.isSameFile(one, other);
  }

  static boolean exists(Path file) {
    return java.nio.file.Files.exists(file);
  }
}
