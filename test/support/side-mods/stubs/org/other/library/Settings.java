package org.other.library;

public class Settings {
    public static void read(Class<?> of) {
    }
}
