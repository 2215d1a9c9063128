using SignalMonitor.Recorder;
using Testing;

namespace SignalMonitor.Tests.Recorder;

public sealed class ResumeDocumentTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_NoFile_IsEmptyAndNoFault()
    {
        ResumeDocument.Read(_folder.Path, out string? fault).Publishers.ShouldBeEmpty();
        fault.ShouldBeNull();
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("""{"publishers":[{"streams":[],"journals":[]}]}""")]
    public void Read_WithLittle_IsNoFault(string content)
    {
        File.WriteAllText(Path.Combine(_folder.Path, ResumeDocument.FileName), content);

        ResumeDocument.Read(_folder.Path, out string? fault).Publishers.IsDefault.ShouldBeFalse();
        fault.ShouldBeNull();
    }

    [Theory]
    [InlineData("", "cannot be read")]
    [InlineData("null", "is damaged")]
    [InlineData("""{"publishers":[null]}""", "is damaged")]
    [InlineData("""{"publishers":[{}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[null],"journals":[]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[{"id":1}],"journals":[]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[{"id":1,"triggers":[null]}],"journals":[]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[{"id":1,"triggers":[{}]}],"journals":[]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[],"journals":[null]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[],"journals":[{"streams":[]}]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[],"journals":[{"account":{"journal":"j"}}]}]}""", "is damaged")]
    [InlineData("""{"publishers":[{"streams":[],"journals":[{"account":{"journal":"j"},"streams":[null]}]}]}""", "is damaged")]
    public void Read_BadFile_IsEmptyAndSaysSo(string content, string expected)
    {
        File.WriteAllText(Path.Combine(_folder.Path, ResumeDocument.FileName), content);

        ResumeDocument.Read(_folder.Path, out string? fault).Publishers.ShouldBeEmpty();
        fault.ShouldNotBeNull().ShouldContain(expected);
    }
}
