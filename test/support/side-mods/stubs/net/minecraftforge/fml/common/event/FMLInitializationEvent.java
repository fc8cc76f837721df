package net.minecraftforge.fml.common.event;

public class FMLInitializationEvent {
}
