package net.minecraftforge.fml.loading;

public class FMLEnvironment {
    public static net.minecraftforge.api.distmarker.Dist dist;
}
