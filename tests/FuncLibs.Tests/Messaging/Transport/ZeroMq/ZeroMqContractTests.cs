using FuncLibs.Tests.Messaging.Transport.Contract;
using Xunit.Abstractions;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

public sealed class ZeroMqAllocationTests(ITestOutputHelper output) : AllocationContract<ZeroMqUnderTest>(output);

public sealed class ZeroMqBindTests : BindContract<ZeroMqUnderTest>;

public sealed class ZeroMqBrokenWhileFullTests : BrokenWhileFullContract<ZeroMqUnderTest>;

public sealed class ZeroMqControlTests : ControlContract<ZeroMqUnderTest>;

public sealed class ZeroMqHostilePeerTests : HostilePeerContract<ZeroMqUnderTest>;

public sealed class ZeroMqReconnectSupervisorTests : ReconnectSupervisorContract<ZeroMqUnderTest>;

public sealed class ZeroMqPublishSubscribeTests : PublishSubscribeContract<ZeroMqUnderTest>;

public sealed class ZeroMqQueueTests : QueueContract<ZeroMqUnderTest>;

public sealed class ZeroMqWaitSetTests : WaitSetContract<ZeroMqUnderTest>;
