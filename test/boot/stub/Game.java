package net.fabricmc.loader;

import java.io.File;
import java.io.FileOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Scanner;
import java.util.Set;
import java.util.jar.JarFile;

/** Plays Fabric's installer and the server that it installs, which does wrong what the file `config/faults.txt` names. */
public class Game {
  private static final List<byte[]> eaten = new ArrayList<>();
  private static final List<SocketChannel> held = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("server")) install();
    else run();
  }

  private static void install() throws Exception {
    Path own = Path.of(Game.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Files.copy(own, Path.of("fabric-server-launch.jar"));
    System.out.println("Done, start server by running fabric-server-launch.jar");
  }

  private static void run() throws Exception {
    say("Loading Minecraft 1.20.1 with Fabric Loader 0.15.6");
    Path faults = Path.of("config/faults.txt");
    for (String fault : Files.exists(faults) ? Files.readString(faults).split("\\s+") : new String[0]) commit(fault);
    for (File jar : new File("mods").listFiles((folder, name) -> name.endsWith(".jar"))) load(jar);
    Files.createDirectories(Path.of("world"));
    Files.write(Path.of("world/level.dat"), new byte[8192]);
    say("Done (1.234s)! For help, type \"help\"");
    Scanner console = new Scanner(System.in);
    while (console.hasNextLine()) if (console.nextLine().equals("stop") && !isDeaf) break;
    while (isDeaf) Thread.sleep(1000);
    say("Stopping the server");
    System.exit(0);
  }

  private static boolean isDeaf = false;

  private static void commit(String fault) throws Exception {
    String[] words = fault.split("=", 2);
    switch (words[0]) {
      case "deaf" -> isDeaf = true;
      case "memory" -> {
        while (true) eaten.add(new byte[8 << 20]);
      }
      case "disk" -> {
        try (FileOutputStream file = new FileOutputStream("filler")) {
          while (true) file.write(new byte[1 << 20]);
        }
      }
      case "sockets" -> {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of("/tmp/socket");
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
        ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 16);
        while (true) {
          SocketChannel one = SocketChannel.open(address);
          held.add(one);
          held.add(listener.accept());
          one.configureBlocking(false);
          while (one.write(bytes.clear()) > 0) {}
        }
      }
      // No path to the innermost folder is short enough for the system.
      case "deep" -> shell("for i in 1 2 3 4 5 6 7 8 9 10; do for j in 1 2 3 4 5; do mkdir " + "d".repeat(200)
          + " && cd -P " + "d".repeat(200) + "; done; done");
      case "files" -> {
        for (int count = 0; ; count++) Files.createFile(Path.of("file-" + count));
      }
      case "writable" -> {
        for (String top : List.of("/proc", "/sys")) if (Files.exists(Path.of(top))) tryToOpen(new File(top));
      }
      case "spin" -> {
        while (true) eaten.clear();
      }
      case "fork" -> {
        for (int count = 0; count < 20; count++) new ProcessBuilder("setsid", "sleep", "1000").start();
      }
      case "broken" -> {
        if (!Files.exists(Path.of("mods/" + words[1]))) return;
        System.err.println("java.util.zip.ZipException: error in opening zip file: mods/" + words[1]);
        System.exit(1);
      }
      case "connect" -> {
        URI address = URI.create(words[1]);
        try (Socket socket = new Socket()) {
          socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), 2000);
          say("REACHED " + address);
        } catch (java.io.IOException away) {
          say("No way to " + address);
        }
      }
      case "write" -> {
        try {
          Files.writeString(Path.of(words[1]), "written");
          say("WRITTEN " + words[1]);
        } catch (java.io.IOException refused) {
          say("Cannot write " + words[1]);
        }
      }
      case "read" -> say((Files.exists(Path.of(words[1])) ? "FOUND " : "Nothing at ") + words[1]);
      case "environment" -> say("Environment: " + System.getenv().keySet());
      default -> {}
    }
  }

  private static void shell(String script) throws Exception {
    new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor();
  }

  private static final Set<String> opened = new HashSet<>();

  /** Names the files below a folder that open for writing, those of all processes and threads once. */
  private static void tryToOpen(File folder) {
    File[] files = folder.listFiles();
    for (File file : files == null ? new File[0] : files) {
      if (Files.isSymbolicLink(file.toPath()) && !file.getPath().contains("/fd/")) continue;
      if (file.isDirectory()) tryToOpen(file);
      else {
        try (FileOutputStream open = new FileOutputStream(file, true)) {
          String name = file.getPath().replaceAll("\\d+", "N");
          if (opened.add(name)) say("OPENS " + name);
        } catch (java.io.IOException refused) {
          continue;
        }
      }
    }
  }

  /** Loads a mod, as a modloader does on a server: without the classes of clients. */
  private static void load(File jar) throws Exception {
    String main;
    try (JarFile file = new JarFile(jar)) {
      main = file.getManifest() == null ? null : file.getManifest().getMainAttributes().getValue("Stub-Mod");
    }
    if (main == null) return;
    URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}) {
      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith("net.minecraft.client."))
          throw new RuntimeException("Attempted to load class " + name.replace('.', '/') + " for invalid dist DEDICATED_SERVER");
        return super.findClass(name);
      }
    };
    try {
      loader.loadClass(main).getMethod("start").invoke(null);
    } catch (java.lang.reflect.InvocationTargetException failure) {
      System.err.println("[12:00:00] [main/ERROR]: Failed to start the minecraft server");
      failure.getCause().printStackTrace();
      System.exit(1);
    }
  }

  private static void say(String line) {
    System.out.println("[12:00:00] [main/INFO]: " + line);
  }
}
