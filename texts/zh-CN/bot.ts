import type { Words } from '../en/bot.ts';
import { problems } from './problems.ts';
import { servers } from './servers.ts';

/** By the gateway's codes; options have the names that the commands have in Chinese (commands.ts). */
const told: Readonly<Record<string, string>> = {
  ...problems,
  WORLD_LEFT_OUT: '游玩过的世界不会包含在内；在网页上选择“包含世界”即可将其包含。',
  RISKY_FILES_INCLUDED: '程序、权限名单或机密文件因写在“要包含的文件”中而包含在内；启动前请先检查。',
  WISHES_LEFT_OUT: '“要包含的文件”中仅由通配符匹配到的，或不允许包含的文件，不会包含在内。',
};

/** Everything that people read from the bot, in simplified Chinese. */
export const bot: Words = {
  language: 'zh-CN',
  statuses: {
    QUEUED: '正在排队',
    CHECKING: '正在检查整合包',
    CHECKED: '整合包已通过检查',
    GENERATING: '正在生成服务端整合包',
    GENERATED: '已就绪',
    ERROR: '失败',
  },
  fetchingMods: '正在下载其中列出的模组',
  units: ['字节', 'KiB', 'MiB', 'GiB', 'TiB'],
  ofBytes: (done, total) => `${done} / ${total}`,
  more: (left) => `……还有 ${left} 个`,

  boots: servers.boots,
  changes: servers.changes,
  card: {
    changedSince: (serverPack) => `相比服务端整合包 ${serverPack} 的变化`,
    boot: '能否启动？',
    untried: '服务目前不进行此测试。',
    serverPack: '服务端整合包',
    modPack: '整合包',
    runConfiguration: '生成配置',
    size: '大小',
    mods: '模组',
    keptAndDropped: (kept, dropped) => `保留 ${kept}，移除 ${dropped}`,
    downloads: '下载次数',
    votes: '投票',
    beforeStart: '首次启动之前',
    toKnow: '另请了解',
    leftOut: '未包含的内容',
    moreWarnings: (left) => `另有 ${left} 条，见 server-pack.json`,
    uploaded: '上传时间',
    stands: (status) => `${status}。`,
    serverPacks: (count) => `服务端整合包：${count}`,
    serverPackLine: (size, downloads, votes) => `${size}，下载 ${downloads} 次。${votes}`,
    older: (count) => `……还有 ${count} 个更早的`,
    none: '还没有',
    modPackFooter: (modPack) => `整合包 ${modPack}`,
    quarantine: '已隔离',
    quarantined: '此整合包中发现了恶意软件：在管理员解除隔离之前，其任何文件都无法下载。',
  },

  buttons: {
    download: '下载',
    works: '能用',
    doesNotWork: '不能用',
    dropped: '移除了什么？',
    hosts: '主机文件',
    upload: '上传',
    refresh: '刷新',
    delete: '永久删除',
    build: '用这些设置生成',
    buildWithout: (jar) => `去掉 ${jar} 后生成`,
    again: '重试',
    newLink: '新链接',
    settings: '更改设置',
    boot: '能否启动？',
    page: '网页',
    unfollow: (line) => `取消关注 ${line}`,
    earlier: '上一页',
    later: '下一页',
  },

  form: {
    title: '服务端整合包的设置',
    gameVersion: '例如 1.20.1；留空则使用整合包所写的版本',
    modloader: '例如 Fabric 0.15.6；留空则使用整合包所写的',
    mods: '写文件名的开头，用逗号分隔',
    startArgs: 'Java 的参数，用空格分隔，例如 -Xmx4G',
    authorsStart: (args) => `作者使用：${args}`,
    unknownModloader: (word, names) => `没有名为 ${word} 的模组加载器。可用的有：${names}。`,
  },

  underWay: {
    title: '整合包正在处理',
    receiving: (size) => `正在接收 ${size}`,
    fetching: '正在获取整合包',
    waiting: '等待上传',
    place: (place, waiting) => `队列中第 ${place} 位，共 ${waiting} 个`,
    serviceAway: '（服务暂时无法连接，正在等待）',
    restart: (modPack) => `机器人正在重启。点击“刷新”或使用 /状态 整合包:${modPack} 查看结果`,
    restartLink: '机器人正在重启；链接仍然有效。点击“刷新”或使用 /状态 查看结果',
    silent: (modPack) =>
      `Discord 不允许机器人在 15 分钟后继续更新这条消息。任务仍在进行：点击“刷新”或使用 /状态 整合包:${modPack} 查看结果`,
    silentLink:
      'Discord 不允许机器人在 15 分钟后继续更新这条消息。链接仍然有效；点击“刷新”或使用 /状态 查看结果',
  },

  link: {
    press: '点击按钮',
    open: (address) => `在浏览器中打开 ${address}`,
    choose: (how) => `${how}并选择整合包，或用 curl 发送：`,
    good: (until) => `链接可上传一个整合包，有效期至 ${until}。任何拿到链接的人都能使用它，请不要外传。`,
    unused: '在有效期内没有收到通过链接上传的文件。请再次使用 `/上传` 获取新链接。',
    refused: (reason) => `通过链接上传的文件未被接受：${reason}`,
  },

  waiting: {
    scanner: (next) => `无法访问服务的恶意软件扫描程序。下次尝试：${next}。`,
    room: (next) => `服务的磁盘已满。下次尝试：${next}。`,
  },

  hosts: {
    title: (name) => `在主机上使用 ${name}`,
    lead: '请选择适合你的主机的文件。它会下载这个服务端整合包，或在解压后运行它。',
  },

  missing: {
    lead: (until, modPack) =>
      `这些文件的作者只允许手动下载。请从各自的页面下载，然后用 \`/提交文件 整合包:${modPack}\` 提交；等待截止时间：${until}。`,
    taken: (name, path) => `已接受 ${name}，位置：${path}。`,
    notTaken: (refusal) => `未接受：${refusal}`,
    complete: '文件已到齐，正在生成服务端整合包。',
  },

  dropped: {
    title: (name) => `${name} 中移除的模组`,
    preview: (name) => `${name} 中将会移除的模组`,
    none: '没有移除任何模组。',
    java: servers.java,
    counts: (kept, dropped) => `保留 ${kept} 个模组，移除 ${dropped} 个。`,
    reasons: {
      ADDED: '按请求添加',
      CATALOGUE: '发布平台标明服务端不支持',
      CLIENT_MODS: '在要移除的模组列表中',
      CLIENT_ONLY: '声明仅用于客户端',
      EXCLUDED: '符合要排除的文件的匹配规则',
      DROP_LIST: '在共享列表中',
      KNOWN_CLIENT_MOD: '已知仅用于客户端',
      CLIENT_CODE: '只有客户端代码',
      CLIENT_ENTRYPOINTS: '只由客户端启动',
      STOPS_SERVER: '加载时会使服务器停止',
      PACK_INDEX: '整合包说明服务端不需要它',
      REQUIRED: '已保留：是另一个模组的前置',
      SERVER_MOD: '可用于服务端',
      UNKNOWN_SIDE: '已保留：没有说明适用于哪一端',
      WHITELISTED: '在要保留的模组列表中',
    },
  },

  crash: {
    ...servers.logs,
    title: '服务器无法启动的原因',
    nothing: '这份日志中没有说明服务器为何无法启动。日志的结尾或崩溃报告可能有更多信息。',
    suspects: (names) => `问题来源，可能性最大的在前：${names}`,
  },

  ended: {
    done: (name, serverPack) => `${name} 已完成：服务端整合包 ${serverPack}。`,
    failed: (name) => `未能用 ${name} 生成服务端整合包。`,
  },

  lines: {
    news: (line: string) => `\`${line}\` 的新版本已就绪：`,
    withdrawn: (line: string, name: string) => `\`${line}\` 的平台已下架此版本：${name}`,
    offeredAgain: (line: string, name: string) => `\`${line}\` 的平台重新提供此版本：${name}`,
    quarantined: (line: string, name: string) =>
      `\`${line}\` 的此版本中发现了恶意软件，已被隔离：${name}。请将其从服务器上移除。`,
    follows: (line: string) => `此频道将收到 \`${line}\` 每个新版本的通知。`,
    stopped: (line: string) => `此频道不再收到 \`${line}\` 的通知。`,
    here: (lines: string) => `此频道会收到以下整合包的新版本通知：${lines}。`,
    none: '此频道没有关注任何整合包。使用 `/关注 整合包:` 并填写名称或整合包页面的链接即可关注。',
    unknown: (line: string) =>
      `没有名为 \`${line}\` 的系列。请从建议中选择，或填写整合包在 Modrinth、CurseForge 或 FTB 上的页面链接。`,
    tooMany: (most: number) => `此频道已关注 ${most} 个整合包，达到上限。`,
    mayNotWrite: '机器人不能在这里主动发消息。它需要加入此服务器，并拥有查看频道、发送消息和嵌入链接的权限。',
  },

  votes: {
    counts: ({ upVotes, downVotes }) =>
      upVotes + downVotes === 0 ? '还没有投票' : `${upVotes} 人可用，${downVotes} 人不可用`,
    counted: (serverPack, works, counts) =>
      `你认为服务端整合包 ${serverPack} ${works ? '能用' : '不能用'}。${counts}。`,
    impossible: '目前还不能投票：机器人的运营者需要将 GATEWAY_TOKEN 设为有投票权限的令牌，以便每人只投一票。',
  },

  own: {
    mayDelete: (name, modPack) =>
      `要删除 ${name}（整合包 ${modPack}）及其所有服务端整合包吗？它们的链接将失效，且无法恢复。`,
    deleted: (name, modPack) => `${name}（整合包 ${modPack}）及其服务端整合包已删除。`,
    renamed: (modPack, name) => `整合包 ${modPack} 现在名为 ${name}。`,
    notYours: (modPack) =>
      `你没有通过此机器人上传整合包 ${modPack}，或它已不存在。只有上传者可以重命名和删除。`,
  },

  problem: (code, sentence) => told[code] ?? sentence,

  refused: {
    noModPack: (modPack) => `没有整合包 ${modPack}。`,
    noServerPack: (serverPack) => `没有服务端整合包 ${serverPack}。`,
    noRunConfiguration: (runConfiguration) => `没有生成配置 ${runConfiguration}。`,
    runFailed: (modPack) => `未能用整合包 ${modPack} 生成服务端整合包：`,
    noReason: '没有记录原因。',
    noLog: '请用 `文件` 附上日志，或在 `文本` 中填写 mclo.gs 上的链接或报错的部分。',
    logTooLarge: (name) => `${name} 超过 50 MiB。日志的结尾最有用：请发送那一部分。`,
    duplicate: '服务中已有相同的内容。',
    attachmentGone: 'Discord 无法提供所附的文件。请重新附上。',
    attachmentBroken: 'Discord 在传输文件途中断开了。请重试。',
    tooSlow: '五分钟内没有收到整合包，已放弃。请将其下载后使用 `/上传`，文件大小不限。',
    tooManyOfYou: (most) => `你已有 ${most} 个任务正在进行。请等待其中一个结束。`,
    tooManyHere: (most) => `此服务器已有 ${most} 个任务正在进行。请等待其中一个结束。`,
    unknownCommand: '机器人已不再支持此命令。重新加载 Discord 即可看到现有命令。',
    unknownButton: '此按钮已不再使用。可用 /状态 和 /下载 查看现有内容。',
    forgotten: '机器人已不记得这些设置。请重新使用命令。',
    elsewhere: (channel) => `在此服务器上，请到 ${channel} 中操作。`,
    role: (role) => `在此服务器上，只有拥有 ${role} 身份组的人才能这样做。`,
    notHere: '只能在服务器中使用。',
    notAllowed: '只有可以管理此服务器的人才能这样做。',
  },

  failed: {
    restarting: '机器人正在重启。请一分钟后重试。',
    away: '目前无法连接生成服务。请几分钟后重试。',
    busy: '生成服务目前过于繁忙。请几分钟后重试。',
    tokenRefused:
      '生成服务拒绝了机器人的令牌：令牌错误、已被撤销或已过期。机器人的运营者需要在 `GATEWAY_TOKEN` 中填入新令牌。',
    tokenNeeded: '生成服务只为带有令牌的机器人执行此操作。机器人的运营者需要设置 `GATEWAY_TOKEN`。',
    forbidden: '机器人的令牌没有此权限。机器人的运营者需要在 `GATEWAY_TOKEN` 中填入其他令牌。',
    unexpected: (id) => `出错了。机器人的运营者可以在日志中查找 \`${id}\`。`,
  },

  settings: {
    title: '机器人在此服务器上的设置',
    channel: '频道',
    anyChannel: '不限',
    role: '谁可以上传和生成',
    anyRole: '所有人',
    ownPacks: '显示的整合包',
    ownPacksOnly: '仅限此服务器的；其他服务器看不到它们',
    allPacks: '服务中的全部',
    unsaved: '机器人未能保存此设置；重启后会丢失。',
  },
};
