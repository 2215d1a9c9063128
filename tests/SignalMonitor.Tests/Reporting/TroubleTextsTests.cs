using SignalMonitor.Health;
using SignalMonitor.Notifications;
using SignalMonitor.Reporting;

namespace SignalMonitor.Tests.Reporting;

public sealed class TroubleTextsTests
{
    [Fact]
    public void TitleOf_EachCause_IsItsOwn() =>
        Enum.GetValues<HealthCause>().Select(TroubleTexts.TitleOf).ShouldBeUnique();

    [Theory]
    [InlineData(nameof(HealthCause.Account))]
    [InlineData(nameof(HealthCause.Limits))]
    [InlineData(nameof(HealthCause.Recorder))]
    [InlineData(nameof(HealthCause.OtherMonitor))]
    public void SeverityOf_WhatATestMustNotLack_IsCritical(string cause) =>
        TroubleTexts.SeverityOf(Enum.Parse<HealthCause>(cause)).ShouldBe(NotificationSeverity.Critical);
}
