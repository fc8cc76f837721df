package com.mojang.brigadier;

public class CommandDispatcher {
}
