import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * start.jar: starts the server where only a jar can be run, by running start.sh or start.ps1 beside it with the Java
 * and the arguments for Java that it was started with. Built by scripts/build-start-jar.sh.
 */
public final class StartServer {
  /** The options that are passed on. A host passes arguments of its own, such as nogui, which the script would refuse. */
  private static final List<String> OPTIONS = Arrays.asList("--clean", "--cleanup", "--install-only");

  public static void main(String[] given) throws Exception {
    File jar = new File(StartServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    File folder = jar.getParentFile();
    boolean isWindows = File.separatorChar == '\\';
    String script = new File(folder, isWindows ? "start.ps1" : "start.sh").getPath();
    ProcessBuilder start =
        isWindows
            ? new ProcessBuilder(
                powerShell(), "-NoLogo", "-NoProfile", "-ExecutionPolicy", "Bypass", "-File", script)
            : new ProcessBuilder("/bin/sh", script);
    for (String option : given) if (OPTIONS.contains(option)) start.command().add(option);
    tellJava(start.environment(), ManagementFactory.getRuntimeMXBean().getInputArguments());
    // A PowerShell 7 would hand on its modules, which Windows PowerShell cannot use.
    start.environment().keySet().removeIf("PSModulePath"::equalsIgnoreCase);
    start.directory(folder).inheritIO();
    // Before the start: a signal may come at any time, and may not leave a server behind that nobody holds.
    Runtime.getRuntime().addShutdownHook(new Thread(StartServer::stop));
    synchronized (StartServer.class) {
      if (!isStopping) server = start.start();
    }
    if (server != null) System.exit(server.waitFor());
  }

  /** By its whole path: Windows looks for a name alone in the current folder first, which holds files of strangers. */
  private static String powerShell() {
    String windows = System.getenv("SystemRoot");
    return new File(windows == null ? "C:\\Windows" : windows, "System32\\WindowsPowerShell\\v1.0\\powershell.exe").getPath();
  }

  private static Process server;
  private static boolean isStopping;

  private static void stop() {
    synchronized (StartServer.class) {
      isStopping = true;
    }
    if (server == null) return;
    server.destroy();
    try {
      server.waitFor();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the environment says already goes before what this Java was started with. */
  private static void tellJava(Map<String, String> environment, List<String> arguments) {
    String home = System.getProperty("java.home");
    environment.putIfAbsent("JAVA_HOME", home);
    String major = System.getProperty("java.specification.version").replaceFirst("^1\\.", "");
    environment.putIfAbsent("JAVA_" + major, new File(home, "bin/java").getPath());
    environment.putIfAbsent("WAIT_FOR_USER_INPUT", "false");
    if (arguments.isEmpty()) return;
    StringBuilder list = new StringBuilder();
    for (String argument : arguments) list.append(list.length() == 0 ? "" : " ").append(quoted(argument));
    // Quoted as a whole once more, so that quotes around a single argument are not taken for those of the whole.
    environment.putIfAbsent("JAVA_ARGS", quoted(list.toString()));
  }

  private static String quoted(String text) {
    return '"' + text.replaceAll("([\\\\\"])", "\\\\$1") + '"';
  }
}
