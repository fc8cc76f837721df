package org.other.library.client;

public class Button {
}
