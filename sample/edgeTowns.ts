import type { StoreRegion } from '../server/db/tables.ts'

/** Each town has stores. The letters are the start of its postcodes. */
const regions: Record<StoreRegion, string> = {
  northEast:
    'Berwick TD, Darlington DL, Durham DH, Gateshead NE, Hartlepool TS, Hexham NE, Middlesbrough TS, Morpeth NE, Stockton TS, Sunderland SR',
  northWest:
    'Altrincham WA, Birkenhead CH, Blackburn BB, Blackpool FY, Bolton BL, Burnley BB, Bury BL, Carlisle CA, Chester CH, Clitheroe BB, Crewe CW, Kendal LA, Lancaster LA, Liverpool L, Macclesfield SK, Oldham OL, Penrith CA, Preston PR, Rochdale OL, Runcorn WA, Salford M, Southport PR, Stockport SK, Warrington WA, Wigan WN',
  yorkshireAndTheHumber:
    'Barnsley S, Beverley HU, Bradford BD, Doncaster DN, Grimsby DN, Halifax HX, Harrogate HG, Huddersfield HD, Hull HU, Keighley BD, Leeds LS, Ripon HG, Rotherham S, Scarborough YO, Scunthorpe DN, Sheffield S, Skipton BD, Wakefield WF, Whitby YO, York YO',
  eastMidlands:
    'Buxton SK, Chesterfield S, Corby NN, Derby DE, Grantham NG, Kettering NN, Leicester LE, Lincoln LN, Loughborough LE, Mansfield NG, Matlock DE, Newark NG, Northampton NN, Nottingham NG, Oakham LE',
  westMidlands:
    'Coventry CV, Evesham WR, Hereford HR, Leamington CV, Leominster HR, Lichfield WS, Ludlow SY, Nuneaton CV, Redditch B, Rugby CV, Shrewsbury SY, Solihull B, Stafford ST, Stoke ST, Stratford CV, Tamworth B, Telford TF, Walsall WS, Warwick CV, Wolverhampton WV, Worcester WR',
  eastOfEngland:
    'Basildon SS, Bedford MK, Braintree CM, Cambridge CB, Chelmsford CM, Colchester CO, Ely CB, Harlow CM, Hertford SG, Huntingdon PE, Ipswich IP, Lowestoft NR, Luton LU, Norwich NR, Peterborough PE, Southend SS, Stevenage SG, Thetford IP, Watford WD',
  london: 'Bromley BR, Croydon CR, Enfield EN, Kingston KT, Romford RM, Sutton SM, Uxbridge UB',
  southEast:
    'Andover SP, Ashford TN, Aylesbury HP, Banbury OX, Basingstoke RG, Bracknell RG, Brighton BN, Camberley GU, Canterbury CT, Chichester PO, Crawley RH, Dover CT, Eastbourne BN, Epsom KT, Fareham PO, Farnham GU, Folkestone CT, Gravesend DA, Guildford GU, Hastings TN, Horsham RH, Lewes BN, Maidstone ME, Margate CT, Newbury RG, Oxford OX, Portsmouth PO, Ramsgate CT, Reading RG, Redhill RH, Slough SL, Southampton SO, Tunbridge TN, Winchester SO, Windsor SL, Woking GU, Worthing BN',
  southWest:
    'Barnstaple EX, Bath BA, Bournemouth BH, Bristol BS, Cheltenham GL, Dorchester DT, Exeter EX, Falmouth TR, Gloucester GL, Newquay TR, Penzance TR, Plymouth PL, Poole BH, Salisbury SP, Stroud GL, Swindon SN, Taunton TA, Torquay TQ, Truro TR, Wells BA, Weymouth DT, Yeovil BA',
  wales: 'Bangor LL, Brecon LD, Bridgend CF, Cardiff CF, Llandudno LL, Merthyr CF, Neath SA, Newport NP, Rhyl LL, Swansea SA, Wrexham LL',
  scotland:
    'Aberdeen AB, Dumfries DG, Dundee DD, Dunfermline KY, Falkirk FK, Glasgow G, Inverness IV, Kilmarnock KA, Livingston EH, Oban PA, Paisley PA, Perth PH, Stirling FK',
  northernIreland: 'Belfast BT, Londonderry BT, Omagh BT',
}

export interface Town {
  name: string
  region: StoreRegion
  area: string
}

export const towns: readonly Town[] = Object.entries(regions).flatMap(([region, list]) =>
  list.split(', ').map((each) => {
    const [name = '', area = ''] = each.split(' ')
    return { name, area, region: region as StoreRegion }
  }),
)
