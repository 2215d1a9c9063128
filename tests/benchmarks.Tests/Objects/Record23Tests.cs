using System.Text.Json;
using Benchmarks.Objects;

namespace Benchmarks.Tests.Objects;

public sealed class Record23Tests
{
    [Fact]
    public void Record_Has23Members() => typeof(Record23).GetProperties().Length.ShouldBe(23);

    [Fact]
    public void Create_EveryMember_IsSet() => typeof(Record23).GetProperties()
        .Select(member => member.GetValue(Record23.Create()))
        .ShouldAllBe(value => value != null);

    [Fact]
    public void Keyed_HasTheSameContent() => JsonSerializer.Serialize(KeyedRecord.Of(Record23.Create(7)))
        .ShouldBe(JsonSerializer.Serialize(Record23.Create(7)));
}
