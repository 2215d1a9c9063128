using FuncLibs.Tests.Transport.Contract;

namespace FuncLibs.Tests.Transport.ZeroMq;

public sealed class ZeroMqBindTests : BindContract<ZeroMqLibrary>;

public sealed class ZeroMqBrokenWhileFullTests : BrokenWhileFullContract<ZeroMqLibrary>;

public sealed class ZeroMqControlTests : ControlContract<ZeroMqLibrary>;

public sealed class ZeroMqHostilePeerTests : HostilePeerContract<ZeroMqLibrary>;

public sealed class ZeroMqLinkKeeperTests : LinkKeeperContract<ZeroMqLibrary>;

public sealed class ZeroMqPublishSubscribeTests : PublishSubscribeContract<ZeroMqLibrary>;

public sealed class ZeroMqQueueTests : QueueContract<ZeroMqLibrary>;

public sealed class ZeroMqWaitSetTests : WaitSetContract<ZeroMqLibrary>;
