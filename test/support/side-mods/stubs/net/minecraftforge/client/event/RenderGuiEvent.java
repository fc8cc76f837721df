package net.minecraftforge.client.event;

public class RenderGuiEvent {
}
