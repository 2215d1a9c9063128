using FuncLibs.Tests.Transport.Contract;

namespace FuncLibs.Tests.Transport.NetMq;

public sealed class NetMqBindTests : BindContract<NetMqLibrary>;

public sealed class NetMqBrokenWhileFullTests : BrokenWhileFullContract<NetMqLibrary>;

public sealed class NetMqControlTests : ControlContract<NetMqLibrary>;

public sealed class NetMqHostilePeerTests : HostilePeerContract<NetMqLibrary>;

public sealed class NetMqLinkKeeperTests : LinkKeeperContract<NetMqLibrary>;

public sealed class NetMqPublishSubscribeTests : PublishSubscribeContract<NetMqLibrary>;

public sealed class NetMqQueueTests : QueueContract<NetMqLibrary>;

public sealed class NetMqWaitSetTests : WaitSetContract<NetMqLibrary>;
