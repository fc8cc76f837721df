package com.example.overlay;

import com.mojang.brigadier.CommandDispatcher;

class Command {
    void add(CommandDispatcher to) {
    }
}
