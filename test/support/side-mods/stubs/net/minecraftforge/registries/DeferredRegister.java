package net.minecraftforge.registries;

public class DeferredRegister {
}
