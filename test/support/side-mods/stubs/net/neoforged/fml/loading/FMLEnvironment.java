package net.neoforged.fml.loading;

public class FMLEnvironment {
    public static net.neoforged.api.distmarker.Dist dist;
}
