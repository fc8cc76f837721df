package net.minecraftforge.fml;

public class DistExecutor {
    public static void unsafeRunWhenOn(Object dist, Runnable task) {
    }
}
