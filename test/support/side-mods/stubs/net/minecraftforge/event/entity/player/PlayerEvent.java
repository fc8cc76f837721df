package net.minecraftforge.event.entity.player;

public class PlayerEvent {
}
