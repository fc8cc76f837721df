package net.minecraft.client;

/** Is there when the mod is compiled, and missing on a server. */
public class Minecraft {
  public static Minecraft getInstance() {
    return new Minecraft();
  }
}
