package io.some.hud;

/** A mod for clients. */
public class Hud {
  public static void start() {
    net.minecraft.client.Minecraft.getInstance();
  }
}
