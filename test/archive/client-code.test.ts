import { describe, expect, test } from 'vitest';
import { withUsers } from '../../src/archive/pack/jar-users.ts';
import { heedWords, type InspectedMod } from '../../src/archive/pack/unclear-jars.ts';
import type { SideClaim } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { classFile, fabricModJson, type JarFiles, jarWith, modsToml } from '../support/jar.ts';
import { modOf } from '../support/mods.ts';
import { forgeRun } from '../support/server-pack.ts';
import { compiled } from '../support/side-mods.ts';

const both = (id: string, ...needs: string[]) =>
  modsToml({ [id]: [{ on: 'forge', side: 'BOTH' }, ...needs.map((on) => ({ on }))] });
const overlay: JarFiles = { 'META-INF/mods.toml': both('overlay'), ...compiled('overlay') };
const user: JarFiles = { 'META-INF/mods.toml': both('user'), ...compiled('user') };

function decide(jars: readonly InspectedMod[], changes: Partial<RunConfiguration> = {}) {
  const run: RunConfiguration = {
    ...forgeRun,
    ...changes,
  };
  return decideMods(withUsers(jars), run);
}

function decisionOn(files: JarFiles, changes: Partial<RunConfiguration> = {}) {
  return decide([modOf('overlay.jar', files)], changes)[0];
}

const dropped = { kept: false, reason: 'CLIENT_CODE', certainty: 'INFERRED' };
const kept = { kept: true, reason: 'UNKNOWN_SIDE' };

describe('a mod whose classes are code of the client', () => {
  test('is dropped, and told by what', () => {
    expect(decisionOn(overlay)).toEqual({
      file: 'overlay.jar',
      ...dropped,
      evidence:
        'mods.toml: the dependency of overlay on forge is BOTH, which says nothing of the mod itself. But 1 of its 3 classes are code of the client, such as com/example/overlay/Hud, and the others do no work of a server.',
    });
  });

  test('is dropped when its descriptor says nothing, and told so when all its classes are', () => {
    const files = { 'META-INF/mods.toml': modsToml({ hud: [] }), 'a/b/Hud.class': clientClass };
    expect(decisionOn(files)).toMatchObject({
      ...dropped,
      evidence: expect.stringMatching(
        /unknown\. But 1 of its 1 classes are code of the client, such as a\/b\/Hud\.$/,
      ),
    });
  });

  test('stays where a run decides by descriptors alone, or names it', () => {
    expect(decisionOn(overlay, { automaticSides: false })).toMatchObject(kept);
    expect(decisionOn(overlay, { whitelistedMods: ['overlay'] })?.reason).toBe('WHITELISTED');
  });

  test.each([
    'Net',
    'ClientNet',
    'Payload',
    'Things',
    'Started',
    'Command',
    'Login',
    'Stacks',
    'Configured',
    'LevelMixin',
    'BothMixin',
    'Second',
  ])('stays with the class %s', (name) => {
    expect(decisionOn({ ...overlay, ...compiled('extras', name) })).toMatchObject(kept);
  });

  test.each(['ScreenMixin', 'ShownStacks', 'Buttons'])('is dropped with the class %s', (name) => {
    expect(decisionOn({ ...overlay, ...compiled('harmless', name) })).toMatchObject(dropped);
  });

  const withClass = (...names: string[]) => {
    const file = classFile([], { a: names.map((call) => ({ call })) });
    return decisionOn({ ...overlay, 'com/example/More.class': file });
  };

  test.each([
    'com/mojang/brigadier/CommandDispatcher',
    'net/minecraft/command/CommandSource',
    'net/minecraft/commands/CommandSourceStack',
    'net/minecraft/network/FriendlyByteBuf',
    'net/minecraft/server/level/ServerLevel',
    'net/minecraftforge/common/capabilities/Capability',
    'net/minecraftforge/event/TickEvent$ServerTickEvent',
    'net/minecraftforge/event/entity/living/LivingEvent',
    'net/minecraftforge/fml/RegistryObject',
    'net/minecraftforge/fml/event/lifecycle/FMLDedicatedServerSetupEvent',
    'net/minecraftforge/fml/event/server/FMLServerStartingEvent',
    'net/minecraftforge/fml/network/NetworkRegistry',
    'net/minecraftforge/fml/server/ServerLifecycleHooks',
    'net/minecraftforge/fmllegacy/RegistryObject',
    'net/minecraftforge/fmllegacy/network/NetworkRegistry',
    'net/minecraftforge/fmlserverevents/FMLServerStartedEvent',
    'net/minecraftforge/network/NetworkRegistry',
    'net/minecraftforge/registries/DeferredRegister',
    'net/minecraftforge/registries/RegisterEvent',
    'net/minecraftforge/registries/RegistryObject',
    'net/minecraftforge/server/ServerLifecycleHooks',
    'net/neoforged/fml/event/lifecycle/FMLDedicatedServerSetupEvent',
    'net/neoforged/neoforge/attachment/AttachmentType',
    'net/neoforged/neoforge/capabilities/BlockCapability',
    'net/neoforged/neoforge/event/tick/LevelTickEvent',
    'net/neoforged/neoforge/network/registration/PayloadRegistrar',
    'net/neoforged/neoforge/registries/DeferredRegister',
    'net/neoforged/neoforge/server/ServerLifecycleHooks',
  ])('stays with %s, in a class of the client too', (name) => {
    expect(withClass('net/minecraft/client/Minecraft', name)).toMatchObject(kept);
  });

  test.each([
    'com/mojang/blaze3d/vertex/PoseStack',
    'com/mojang/realmsclient/RealmsMainScreen',
    'net/minecraft/realms/RealmsScreen',
    'net/minecraft/server/integrated/IntegratedServer',
    'net/minecraftforge/client/event/ScreenEvent',
    'net/minecraftforge/event/TickEvent$ClientTickEvent',
    'net/minecraftforge/event/TickEvent$RenderTickEvent',
    'net/minecraftforge/event/entity/player/ItemTooltipEvent',
    'net/minecraftforge/fml/client/registry/ClientRegistry',
    'net/minecraftforge/fmlclient/registry/ClientRegistry',
    'net/neoforged/neoforge/client/event/ScreenEvent',
    'net/neoforged/neoforge/event/entity/player/ItemTooltipEvent',
  ])('knows a class of the client by %s', (name) => {
    const stack = 'net/minecraft/world/item/ItemStack';
    expect(withClass(name, stack)).toMatchObject(dropped);
    expect(withClass(stack)).toMatchObject(kept);
  });

  test.each([
    'net/minecraftforge/event/TickEvent',
    'net/minecraftforge/event/TickEvent$Phase',
    'org/other/client/Gui',
  ])('is dropped with %s in a class of no side', (name) => {
    expect(withClass(name)).toMatchObject(dropped);
  });

  test('stays with a mixin of which nothing says that it is for clients', () => {
    const mixin = classFile([{ type: 'Lorg/spongepowered/asm/mixin/Mixin;', values: {} }]);
    expect(decisionOn({ ...overlay, 'com/example/overlay/AnyMixin.class': mixin })).toMatchObject(kept);
  });

  test('is none without a class of the client', () => {
    const { 'com/example/overlay/Hud.class': _hud, ...others } = overlay;
    expect(decisionOn(others)).toMatchObject(kept);
  });

  const nested = jarWith({ 'META-INF/mods.toml': both('nested') });
  test.each<[string, JarFiles]>([
    ['data of the game', { 'data/overlay/recipes/a.json': {} }],
    ['scripts that change classes', { 'META-INF/coremods.json': {} }],
    [
      'a part in how the loader starts',
      { 'META-INF/services/net.minecraftforge.forgespi.locating.IModLocator': 'a' },
    ],
    [
      'a coremod of old Forge',
      { 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\nFMLCorePlugin: a.B\r\n\r\n' },
    ],
    ['a mod nested in it', { 'META-INF/jarjar/nested.jar': nested }],
  ])('stays with %s', (_, files) => {
    expect(decisionOn({ ...overlay, ...files })).toMatchObject(kept);
  });

  test.each<[string, JarFiles]>([
    ['an empty folder of data', { 'data/': '' }],
    ['pictures', { 'assets/overlay/a.png': 'a' }],
    ['what helps mixins', { 'META-INF/jarjar/MixinExtras-0.4.1.jar': nested }],
    [
      'copies for newer Java',
      { 'META-INF/versions/21/a/b/Net.class': classFile([], { a: [{ call: 'net/minecraft/server/A' }] }) },
    ],
  ])('is dropped with %s', (_, files) => {
    expect(decisionOn({ ...overlay, ...files })).toMatchObject(dropped);
  });

  test('is what its descriptor says where that says CLIENT or SERVER', () => {
    for (const [side, reason] of [
      ['CLIENT', 'CLIENT_ONLY'],
      ['SERVER', 'SERVER_MOD'],
    ] as const) {
      const toml = modsToml({ overlay: [{ on: 'forge', side }] });
      expect(decisionOn({ ...overlay, 'META-INF/mods.toml': toml })?.reason).toBe(reason);
    }
  });

  test('is not looked for in a mod for Fabric', () => {
    const files = {
      ...compiled('overlay'),
      'fabric.mod.json': fabricModJson('overlay', { environment: '*' }),
    };
    expect(decisionOn(files, { modloader: 'Fabric' })).toMatchObject({ ...kept, reason: 'SERVER_MOD' });
    const forBoth = { ...files, 'META-INF/mods.toml': both('overlay') };
    expect(decisionOn(forBoth, { modloader: 'Fabric' })).toMatchObject({ ...kept, reason: 'SERVER_MOD' });
    expect(decisionOn(forBoth)).toMatchObject(dropped);
  });
});

const clientClass = classFile([], { a: [{ call: 'net/minecraft/client/Minecraft' }] });

describe('mixins for clients alone', () => {
  const mixin = compiled('extras', 'LevelMixin');
  const config = (lists: object) => ({ package: 'com.example', ...lists });
  const client = config({ client: ['overlay.LevelMixin'] });

  test.each<[string, JarFiles, object]>([
    ['are code of the client, whatever they change', { 'overlay.mixins.json': client }, dropped],
    [
      'are known by a configuration that the manifest names',
      {
        'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\nMixinConfigs: none.json, conf/a.json\r\n\r\n',
        'conf/a.json': client,
      },
      dropped,
    ],
    ['are none in a map of names', { 'mixins.refmap.json': client }, kept],
    ['are none in another file', { 'overlay.json': client, 'conf/mixins.json': client }, kept],
    [
      'are none that another configuration has for both sides',
      { 'a.mixins.json': client, 'b.mixins.json': config({ mixins: ['overlay.LevelMixin'] }) },
      kept,
    ],
    [
      'are none that are for servers, too',
      { 'a.mixins.json': config({ client: ['overlay.LevelMixin'], server: ['overlay.LevelMixin'] }) },
      kept,
    ],
  ])('%s', (_, files, decision) => {
    expect(decisionOn({ ...overlay, ...mixin, ...files })).toMatchObject(decision);
  });

  test.each<[string, JarFiles]>([
    ['a configuration that is none', { 'a.mixins.json': '{"client": [' }],
    ['a configuration larger than any', { 'a.mixins.json': `{"a": "${'b'.repeat(262_144)}"}` }],
    [
      'more mixins than any',
      { 'a.mixins.json': config({ client: Array.from({ length: 4_097 }, (_, n) => `A${n}`) }) },
    ],
    ['more files than any', Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`${n}.json`, {}]))],
  ])('are not known, and a mod with a mixin stays, with %s', (_, files) => {
    const withMixin = { ...overlay, ...compiled('harmless', 'ScreenMixin') };
    expect(decisionOn(withMixin)).toMatchObject(dropped);
    expect(decisionOn({ ...withMixin, ...files })).toMatchObject(kept);
  });
});

describe('a mod for clients by its code stays', () => {
  const [alone, withNeed] = [both('other'), both('other', 'overlay')];

  test('when a kept mod declares that it needs it', () => {
    const decisions = decide([
      modOf('other.jar', { 'META-INF/mods.toml': withNeed }),
      modOf('overlay.jar', overlay),
    ]);
    expect(decisions[1]).toMatchObject({
      kept: true,
      reason: 'REQUIRED',
      evidence: expect.stringMatching(/^Needed by other\.jar \(as overlay\), although mods\.toml/),
    });
    expect(
      decide([modOf('other.jar', { 'META-INF/mods.toml': alone }), modOf('overlay.jar', overlay)])[1],
    ).toMatchObject(dropped);
  });

  test('when the code of a kept mod refers to it, wherever that lies in the list', () => {
    for (const first of [true, false]) {
      const name = first ? 'a-user.jar' : 'z-user.jar';
      const jars = [modOf('overlay.jar', overlay), modOf(name, user)].sort((a, b) =>
        a.file < b.file ? -1 : 1,
      );
      expect(decide(jars).find(({ file }) => file === 'overlay.jar')).toMatchObject({
        kept: true,
        reason: 'REQUIRED',
        certainty: 'INFERRED',
        evidence: expect.stringMatching(new RegExp(`^The code of ${name} uses it, although mods\\.toml`)),
      });
    }
  });

  test('unless that mod stays out itself', () => {
    const jars = [modOf('overlay.jar', overlay), modOf('user.jar', user)];
    expect(decide(jars, { clientMods: ['user'] })[0]).toMatchObject(dropped);
  });

  test('and then keeps what it needs itself', () => {
    const needy = { ...overlay, 'META-INF/mods.toml': both('overlay', 'deeper') };
    const deeper = { 'META-INF/mods.toml': modsToml({ deeper: [{ on: 'forge', side: 'CLIENT' }] }) };
    const jars = [modOf('deeper.jar', deeper), modOf('overlay.jar', needy), modOf('user.jar', user)];
    expect(decide(jars).map(({ reason }) => reason)).toEqual(['REQUIRED', 'REQUIRED', 'UNKNOWN_SIDE']);
  });

  test('when more mods refer to it than a mod for clients has around it, even if they all stay out', () => {
    const jars = (users: number) => [
      modOf('overlay.jar', overlay),
      ...Array.from({ length: users }, (_, n) => modOf(`user-${n}.jar`, user)),
    ];
    expect(decide(jars(8), { clientMods: ['user'] })[0]).toMatchObject(dropped);
    expect(decide(jars(9), { clientMods: ['user'] })[0]).toMatchObject(kept);
  });

  test('but not for code of its own that refers to it', () => {
    const mod = { ...modOf('overlay.jar', overlay), code: { refersTo: [1], packages: [1] } };
    expect(withUsers([mod])[0]?.descriptors[0]?.clientCode?.usedBy).toBeUndefined();
  });

  test('when a platform says that servers use it', () => {
    const mod = { ...modOf('overlay.jar', overlay), sha512: '1' };
    const claims: SideClaim[] = [{ reason: 'CATALOGUE', evidence: 'It is for servers.', isFor: true }];
    expect(decide(heedWords([mod], [{ sha512: '1', claims }]).mods)[0]).toMatchObject(kept);
  });

  test('when it is known that servers use it', () => {
    expect(decisionOn({ ...overlay, 'META-INF/mods.toml': both('appleskin') })).toMatchObject(kept);
  });
});

describe('what hostile jars have', () => {
  const refers = (name: string) => classFile([], { a: [{ call: name }] });
  const many = (count: number, nameOf: (n: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [nameOf(n), clientClass]));
  const cutPool = Buffer.concat([refers('java/lang/Math').subarray(0, 60)]);

  test.each<[string, JarFiles, JarFiles]>([
    ['classes', many(4_093, (n) => `a/A${n}.class`), many(4_094, (n) => `a/A${n}.class`)],
    ['packages', many(63, (n) => `a/b/p${n}/A.class`), many(64, (n) => `a/b/p${n}/A.class`)],
    [
      'bytes in a class',
      { 'a/A.class': Buffer.concat([clientClass, Buffer.alloc(1024 * 1024 - clientClass.length)]) },
      { 'a/A.class': Buffer.concat([clientClass, Buffer.alloc(1024 * 1024)]) },
    ],
    [
      'names in a class',
      { 'a/A.class': Buffer.concat([clientClass, Buffer.from(' net/minecraft'.repeat(16_382))]) },
      { 'a/A.class': Buffer.concat([clientClass, Buffer.from(' net/minecraft'.repeat(16_384))]) },
    ],
  ])('is looked at up to a number of %s, and the mod stays beyond', (_, fits, beyond) => {
    expect(decisionOn({ ...overlay, ...fits })).toMatchObject(dropped);
    expect(decisionOn({ ...overlay, ...beyond })).toMatchObject(kept);
  });

  test.each<[string, Uint8Array]>([
    ['is no class', Buffer.from('words')],
    ['is cut off among its constants', cutPool],
    ['counts more constants than it has', Buffer.from('cafebabe00000034ffff', 'hex')],
  ])('is a class that %s: the mod stays', (_, bytes) => {
    expect(decisionOn({ ...overlay, 'com/example/overlay/Broken.class': bytes })).toMatchObject(kept);
  });

  test('is no more than the budget of the jar: the mod stays, and its descriptor is read all the same', () => {
    const large = { ...overlay, 'a/A.class': Buffer.concat([clientClass, Buffer.alloc(600_000, 'abc')]) };
    expect(decide([modOf('overlay.jar', large, { maxInflatedBytes: 6_000_000 })])[0]).toMatchObject(dropped);
    expect(decide([modOf('overlay.jar', large, { maxInflatedBytes: 3_000_000 })])[0]).toMatchObject(kept);
  });
});
