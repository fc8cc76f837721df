import type { KnownClientFile, KnownClientMod } from './known-mod.ts';

const renderer = 'It loads classes of the renderer while it is constructed, and loading the mods fails.';
const screens = 'It loads classes of the screens while it is constructed, and loading the mods fails.';
const worlds = "It loads classes of the client's world while it is set up, and loading the mods fails.";

/**
 * Client-only mods that crash a dedicated server although their descriptor does not say so, by lower-case id, each
 * with a public report. Mods that do nothing on a server are not listed, whatever other lists say: they do no harm.
 */
export const knownClientMods: readonly KnownClientMod[] = [
  {
    id: 'betterf3forge',
    loaders: ['Forge'],
    gameVersions: { from: '1.16', to: '1.16.5' },
    onServer: worlds,
    source: 'https://github.com/cominixo/BetterF3/issues/44',
  },
  {
    id: 'controllable',
    loaders: ['Forge'],
    gameVersions: { from: '1.16', to: '1.16.5' },
    onServer: 'It fails to load; its author says that it is for clients only.',
    source: 'https://github.com/MrCrayfish/Controllable/issues/133',
  },
  {
    id: 'custommainmenu',
    loaders: ['Forge'],
    gameVersions: { from: '1.8', to: '1.8.9' },
    onServer: 'It loads classes of the screens, and the server stops.',
    source: 'https://github.com/lumien231/Custom-Main-Menu/issues/92',
  },
  {
    id: 'darkness',
    loaders: ['Forge'],
    gameVersions: { from: '1.18', to: '1.18.2' },
    onServer: 'The server stops; its author says that it is for clients only.',
    source: 'https://github.com/grondag/darkness/issues/13',
  },
  {
    id: 'defaultoptions',
    loaders: ['Forge'],
    gameVersions: { from: '1.8', to: '1.8.9' },
    onServer: 'It loads classes of the client, and the server stops.',
    source: 'https://github.com/TwelveIterations/DefaultOptions/issues/13',
  },
  {
    id: 'forgeskyboxes',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.20', to: '1.20.1' },
    onServer: "It loads the client's options while it is constructed, and loading the mods fails.",
    source: 'https://github.com/itzg/docker-minecraft-server/issues/3405',
  },
  {
    id: 'itemborders',
    loaders: ['Forge'],
    gameVersions: { from: '1.19', to: '1.19.4' },
    onServer: 'It fails to load; its author says to take it off the server.',
    source: 'https://github.com/AHilyard/ItemBorders/issues/12',
  },
  {
    id: 'legendarytooltips',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.16', to: '1.20.1' },
    onServer: 'The server stops while it loads the mods; its author says that it is for clients only.',
    source: 'https://github.com/AHilyard/LegendaryTooltips/issues/3',
  },
  {
    id: 'lighty',
    loaders: ['NeoForge'],
    gameVersions: { from: '1.21', to: '1.21.1' },
    onServer: 'It is constructed on servers too, up to 3.0.0-beta.8, and loads classes of the client.',
    source: 'https://github.com/SchmarrnDevs/Lighty/issues/91',
  },
  {
    id: 'magnesium',
    loaders: ['Forge'],
    gameVersions: { from: '1.16', to: '1.18.2' },
    onServer: 'The server stops; its author says that it is for clients only.',
    source: 'https://github.com/Someone-Else-Was-Taken/Periodic-Table-Reforged/issues/83',
  },
  {
    id: 'neat',
    loaders: ['Forge'],
    gameVersions: { from: '1.8', to: '1.8.9' },
    onServer: 'It loads classes of the renderer, and the server stops.',
    source: 'https://github.com/VazkiiMods/Neat/issues/7',
  },
  {
    id: 'nebs',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.16', to: '1.20.1' },
    onServer: worlds,
    source: 'https://github.com/VazkiiMods/crucial2/issues/182',
  },
  {
    id: 'oculus',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.16', to: '1.20.1' },
    onServer: screens,
    source: 'https://github.com/Asek3/Oculus/issues/648',
  },
  {
    id: 'raised',
    loaders: ['Forge'],
    gameVersions: { from: '1.18', to: '1.19.2' },
    onServer: 'It loads classes of the client, and the server stops.',
    source: 'https://github.com/VazkiiMods/Bliss/issues/151',
  },
  {
    id: 'rubidium',
    loaders: ['Forge'],
    gameVersions: { from: '1.16', to: '1.20.1' },
    onServer: renderer,
    source: 'https://github.com/Asek3/Rubidium/issues/269',
  },
  {
    id: 'sodiumdynamiclights',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.20', to: '1.20.1' },
    onServer: 'The server does not come up; its maintainers say that it is for clients only.',
    source: 'https://github.com/txnimc/SodiumDynamicLights/issues/8',
  },
  {
    id: 'sodiumoptionsapi',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.20', to: '1.20.1' },
    onServer: 'It builds the screen of the video settings, and the server stops.',
    source: 'https://github.com/Griefed/ServerPackCreator/issues/650',
  },
  {
    id: 'sodiumoptionsmodcompat',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.20', to: '1.20.1' },
    onServer: 'It adds to the screen of the video settings, and the server stops.',
    source: 'https://github.com/Griefed/ServerPackCreator/issues/650',
  },
  {
    id: 'sounds',
    loaders: ['NeoForge'],
    gameVersions: { from: '1.21', to: '1.21.1' },
    onServer: 'It is constructed on servers too, and loads classes of the client.',
    source: 'https://github.com/IMB11-Mods/Sounds/issues/187',
  },
  {
    id: 'tipsmod',
    loaders: ['Forge', 'NeoForge'],
    gameVersions: { from: '1.18', to: '1.20.4' },
    onServer: 'The server stops while it loads the mods.',
    source: 'https://github.com/Darkhax-Minecraft/Tips/pull/140',
  },
  {
    id: 'torohealth',
    loaders: ['Forge'],
    gameVersions: { from: '1.18', to: '1.18.2' },
    onServer: 'The server stops while it loads the mods.',
    source: 'https://github.com/ToroCraft/ToroHealth/issues/131',
  },
];

/** The same by how the names of their files begin, for jars without any descriptor; in the case they are published in. */
export const knownClientFiles: readonly KnownClientFile[] = [
  {
    prefix: 'OptiFine_',
    loaders: ['Forge'],
    gameVersions: null,
    onServer: 'It replaces classes of the renderer, which a server does not have, and the server stops.',
    source: 'https://github.com/sp614x/optifine/issues/5850',
  },
  {
    prefix: 'preview_OptiFine_',
    loaders: ['Forge'],
    gameVersions: null,
    onServer: 'It replaces classes of the renderer, which a server does not have, and the server stops.',
    source: 'https://github.com/sp614x/optifine/issues/5850',
  },
];
