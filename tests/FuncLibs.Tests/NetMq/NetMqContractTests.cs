using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.NetMq;

public sealed class NetMqBindTests : BindContract<NetMqUnderTest>;

public sealed class NetMqBrokenWhileFullTests : BrokenWhileFullContract<NetMqUnderTest>;

public sealed class NetMqControlTests : ControlContract<NetMqUnderTest>;

public sealed class NetMqHostilePeerTests : HostilePeerContract<NetMqUnderTest>;

public sealed class NetMqReconnectSupervisorTests : ReconnectSupervisorContract<NetMqUnderTest>;

public sealed class NetMqPublishSubscribeTests : PublishSubscribeContract<NetMqUnderTest>;

public sealed class NetMqQueueTests : QueueContract<NetMqUnderTest>;

public sealed class NetMqWaitSetTests : WaitSetContract<NetMqUnderTest>;
