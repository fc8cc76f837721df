package net.minecraft.client.resources;

public class JsonReloadListener {
}
