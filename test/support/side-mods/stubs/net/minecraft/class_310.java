package net.minecraft;

/** The game's client by the name that mods for Fabric have for it. */
public class class_310 {
    public static class_310 method_1551() {
        return null;
    }
}
