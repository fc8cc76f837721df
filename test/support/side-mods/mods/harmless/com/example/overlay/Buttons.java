package com.example.overlay;

import org.other.library.client.Button;

class Buttons {
    Button button;
}
