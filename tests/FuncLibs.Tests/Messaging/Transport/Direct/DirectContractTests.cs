using FuncLibs.Tests.Messaging.Transport.Contract;
using Xunit.Abstractions;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

public sealed class DirectAllocationTests(ITestOutputHelper output) : AllocationContract<DirectUnderTest>(output);

public sealed class DirectBindTests : BindContract<DirectUnderTest>;

public sealed class DirectBrokenWhileFullTests : BrokenWhileFullContract<DirectUnderTest>;

public sealed class DirectControlTests : ControlContract<DirectUnderTest>;

public sealed class DirectHostilePeerTests : HostilePeerContract<DirectUnderTest>;

public sealed class DirectReconnectSupervisorTests : ReconnectSupervisorContract<DirectUnderTest>;

public sealed class DirectPublishSubscribeTests : PublishSubscribeContract<DirectUnderTest>;

public sealed class DirectQueueTests : QueueContract<DirectUnderTest>;

public sealed class DirectWaitSetTests : WaitSetContract<DirectUnderTest>;
