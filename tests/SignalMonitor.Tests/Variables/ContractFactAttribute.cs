using Testing.Databases;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace SignalMonitor.Tests.Variables;

/// <summary>
/// A fact of every database. Where PostgreSQL is not installed, those of its class are skipped, and say why.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
[XunitTestCaseDiscoverer("SignalMonitor.Tests.Variables.Database.ContractFactDiscoverer", "SignalMonitor.Tests")]
public sealed class ContractFactAttribute : FactAttribute;

/// <summary>Makes the cases of these facts.</summary>
public sealed class ContractFactDiscoverer(IMessageSink sink) : FactDiscoverer(sink)
{
    protected override IXunitTestCase CreateTestCase(
        ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo factAttribute) =>
        PostgresServer.Missing is null || testMethod.TestClass.Class.Name != typeof(PostgresRepositoryTests).FullName
            ? base.CreateTestCase(discoveryOptions, testMethod, factAttribute)
            : new MissingServerCase(DiagnosticMessageSink, discoveryOptions, testMethod);
}

/// <summary>A fact that cannot run on this machine.</summary>
public sealed class MissingServerCase : XunitTestCase
{
    [Obsolete("For the deserializer of xunit")]
    public MissingServerCase()
    {
    }

    public MissingServerCase(IMessageSink sink, ITestFrameworkDiscoveryOptions options, ITestMethod method)
        : base(sink, options.MethodDisplayOrDefault(), options.MethodDisplayOptionsOrDefault(), method)
    {
    }

    protected override string GetSkipReason(IAttributeInfo factAttribute) => PostgresServer.Missing!;
}
