using FuncLibs.Messaging.Keys;

namespace FuncLibs.Tests.Messaging.Keys;

public sealed class CurveKeyTests
{
    // The server's test key of RFC 26/CurveZMQ, in both forms.
    private const string Text = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7";
    private const string Hex = "8E0BDD697628B91D8F245587EE95C5B04D48963F79259877B49CD9063AEAD3B7";

    [Fact]
    public void TryParse_KeyOfTheStandard_HasItsBytes()
    {
        const string Known = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID";
        const string KnownHex = "BB88471D65E2659B30C55A5321CEBB5AAB2B70A398645C26DCA2B2FCB43FC518";
        CurveKey.TryParse(Known, out CurveKey? key, out _).ShouldBeTrue();
        Convert.ToHexString(key.Bytes).ShouldBe(KnownHex);
    }

    [Fact]
    public void ToString_OfAParsedKey_IsItsText()
    {
        CurveKey.TryCreate(Convert.FromHexString(Hex), out CurveKey? key, out _).ShouldBeTrue();
        key.ToString().Length.ShouldBe(CurveKey.TextLength);
        CurveKey.TryParse(key.ToString(), out CurveKey? again, out _).ShouldBeTrue();
        again.ShouldBe(key);
    }

    [Theory]
    [InlineData(null, "has 0 characters")]
    [InlineData("", "has 0 characters")]
    [InlineData("rq:rM>", "has 6 characters")]
    [InlineData("rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf~", "is not Z85")]
    [InlineData("#####>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", "is not Z85")]
    [InlineData("0000000000000000000000000000000000000000", "is all zeros")]
    public void TryParse_NoKey_SaysWhy(string? text, string reason)
    {
        CurveKey.TryParse(text, out CurveKey? key, out string? fault).ShouldBeFalse();
        key.ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain(reason);
    }

    [Fact]
    public void Fingerprint_OfTwoKeys_Differs()
    {
        CurveKey.TryParse(Text, out CurveKey? one, out _).ShouldBeTrue();
        CurveKey.TryCreate(Convert.FromHexString(Hex), out CurveKey? two, out _).ShouldBeTrue();
        one.Fingerprint.ShouldNotBe(two.Fingerprint);
        one.Fingerprint.ShouldMatch("^([0-9a-f]{4}:){5}[0-9a-f]{4}$");
    }
}
