package net.fabricmc.loader;

import java.io.File;
import java.io.FileOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.jar.JarFile;

/** Plays Fabric's installer and the server that it installs, which does wrong what the file `config/faults.txt` names. */
public class Game {
  private static final List<byte[]> eaten = new ArrayList<>();

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
